/**
 * Orders transactions: the best price first, each sender's by nonce, the earlier arrival first
 * among equals. A heap has one candidate per sender.
 */

export interface Ranked {
  readonly price: bigint;
  readonly arrival: number;
}

const isBefore = (a: Ranked, b: Ranked): boolean =>
  a.price === b.price ? a.arrival < b.arrival : a.price > b.price;

/** Candidates, of which the first in order is known. */
export interface Heap<Candidate> {
  readonly size: number;
  /** Returns the first in order; undefined when empty. */
  first(): Candidate | undefined;
  push(candidate: Candidate): void;
  /** Removes and returns the first in order. */
  pop(): Candidate | undefined;
}

/** Creates a binary heap. */
export function createHeap<Candidate extends Ranked>(): Heap<Candidate> {
  const heap: Candidate[] = [];
  const swap = (i: number, j: number) => {
    const held = heap[i] as Candidate;
    heap[i] = heap[j] as Candidate;
    heap[j] = held;
  };
  const before = (i: number, j: number) => isBefore(heap[i] as Candidate, heap[j] as Candidate);
  return {
    get size() {
      return heap.length;
    },
    first: () => heap[0],
    push(candidate) {
      let at = heap.push(candidate) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && before(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      const top = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return top;
      heap[0] = last;
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        let best = at;
        if (left < heap.length && before(left, best)) best = left;
        if (right < heap.length && before(right, best)) best = right;
        if (best === at) return top;
        swap(at, best);
        at = best;
      }
    },
  };
}
