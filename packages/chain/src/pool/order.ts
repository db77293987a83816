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

/** Creates a binary heap of candidates, the first in order on top. */
export function createHeap<Candidate extends Ranked>() {
  const heap: Candidate[] = [];
  const swap = (i: number, j: number) => {
    const held = heap[i] as Candidate;
    heap[i] = heap[j] as Candidate;
    heap[j] = held;
  };
  const before = (i: number, j: number) => isBefore(heap[i] as Candidate, heap[j] as Candidate);
  return {
    push(candidate: Candidate): void {
      let at = heap.push(candidate) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && before(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    pop(): Candidate | undefined {
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
