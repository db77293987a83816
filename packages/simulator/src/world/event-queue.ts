/** What is to happen, by virtual time: a binary heap in typed arrays, so that nothing is allocated. */

/** What an event says; `kind`, `a` and `b` are for whoever put it there. */
export interface QueuedEvent {
  time: number;
  kind: number;
  a: number;
  b: number;
}

export interface EventQueue {
  /** Is Infinity when there is nothing. */
  readonly nextTime: number;
  readonly length: number;
  add(time: number, kind: number, a: number, b: number): void;
  /** Takes the earliest out into `into`; of the same moment the one that was put in first. */
  take(into: QueuedEvent): void;
}

const startCapacity = 1_024;

export function createEventQueue(): EventQueue {
  let capacity = startCapacity;
  let times = new Float64Array(capacity);
  let orders = new Float64Array(capacity);
  let words = new Int32Array(capacity * 3);
  let length = 0;
  let order = 0;

  function grow(): void {
    capacity *= 2;
    const olderTimes = times;
    const olderOrders = orders;
    const olderWords = words;
    times = new Float64Array(capacity);
    orders = new Float64Array(capacity);
    words = new Int32Array(capacity * 3);
    times.set(olderTimes);
    orders.set(olderOrders);
    words.set(olderWords);
  }

  function move(from: number, to: number): void {
    times[to] = times[from] as number;
    orders[to] = orders[from] as number;
    words[3 * to] = words[3 * from] as number;
    words[3 * to + 1] = words[3 * from + 1] as number;
    words[3 * to + 2] = words[3 * from + 2] as number;
  }

  const isBefore = (time: number, at: number, i: number): boolean => {
    const other = times[i] as number;
    return time < other || (time === other && at < (orders[i] as number));
  };

  /** Moves the hole at the top down to where the last entry fits. */
  function sink(): void {
    const time = times[length] as number;
    const at = orders[length] as number;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= length) break;
      const right = child + 1;
      if (right < length && isBefore(times[right] as number, orders[right] as number, child)) {
        child = right;
      }
      if (isBefore(time, at, child)) break;
      move(child, hole);
      hole = child;
    }
    move(length, hole);
  }

  return {
    get nextTime() {
      return length === 0 ? Number.POSITIVE_INFINITY : (times[0] as number);
    },
    get length() {
      return length;
    },
    add(time, kind, a, b) {
      if (length === capacity) grow();
      let hole = length++;
      const at = order++;
      while (hole > 0) {
        const parent = (hole - 1) >> 1;
        if (!isBefore(time, at, parent)) break;
        move(parent, hole);
        hole = parent;
      }
      times[hole] = time;
      orders[hole] = at;
      words[3 * hole] = kind;
      words[3 * hole + 1] = a;
      words[3 * hole + 2] = b;
    },
    take(into) {
      into.time = times[0] as number;
      into.kind = words[0] as number;
      into.a = words[1] as number;
      into.b = words[2] as number;
      length--;
      if (length > 0) sink();
    },
  };
}
