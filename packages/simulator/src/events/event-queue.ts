/** Queues events by virtual time: a binary heap in typed arrays, so that nothing is allocated. */

/** An event and its time; the code that adds it defines `kind`, `a` and `b`. */
export interface QueuedEvent {
  time: number;
  kind: number;
  a: number;
  b: number;
}

const startCapacity = 1_024;

/** A priority queue of events, ordered by time, and by insertion if their times are equal. */
export class EventQueue {
  #times = new Float64Array(startCapacity);
  #orders = new Float64Array(startCapacity);
  #words = new Int32Array(startCapacity * 3);
  #length = 0;
  #order = 0;

  /** Is Infinity if the queue is empty. */
  get nextTime(): number {
    return this.#length === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] as number);
  }

  get length(): number {
    return this.#length;
  }

  add(time: number, kind: number, a: number, b: number): void {
    if (this.#length === this.#times.length) this.#grow();
    let hole = this.#length++;
    const at = this.#order++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!this.#isBefore(time, at, parent)) break;
      this.#move(parent, hole);
      hole = parent;
    }
    this.#times[hole] = time;
    this.#orders[hole] = at;
    this.#words[3 * hole] = kind;
    this.#words[3 * hole + 1] = a;
    this.#words[3 * hole + 2] = b;
  }

  /** Removes the earliest event and writes it to `into`. */
  take(into: QueuedEvent): void {
    into.time = this.#times[0] as number;
    into.kind = this.#words[0] as number;
    into.a = this.#words[1] as number;
    into.b = this.#words[2] as number;
    this.#length--;
    if (this.#length > 0) this.#sink();
  }

  #grow(): void {
    const wider = this.#times.length * 2;
    const widened = <A extends Float64Array | Int32Array>(from: A, to: A): A => {
      to.set(from);
      return to;
    };
    this.#times = widened(this.#times, new Float64Array(wider));
    this.#orders = widened(this.#orders, new Float64Array(wider));
    this.#words = widened(this.#words, new Int32Array(wider * 3));
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from] as number;
    this.#orders[to] = this.#orders[from] as number;
    this.#words[3 * to] = this.#words[3 * from] as number;
    this.#words[3 * to + 1] = this.#words[3 * from + 1] as number;
    this.#words[3 * to + 2] = this.#words[3 * from + 2] as number;
  }

  #isBefore(time: number, at: number, i: number): boolean {
    const other = this.#times[i] as number;
    return time < other || (time === other && at < (this.#orders[i] as number));
  }

  /** Moves the hole at the top down to the position of the last entry. */
  #sink(): void {
    const length = this.#length;
    const time = this.#times[length] as number;
    const at = this.#orders[length] as number;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= length) break;
      const right = child + 1;
      const rightTime = this.#times[right] as number;
      if (right < length && this.#isBefore(rightTime, this.#orders[right] as number, child)) {
        child = right;
      }
      if (this.#isBefore(time, at, child)) break;
      this.#move(child, hole);
      hole = child;
    }
    this.#move(length, hole);
  }
}
