/** One after the other: what uses the wallet's next nonce waits for whoever used the last. */

/** Too many wait already, or the turn came too late. Nothing was begun. */
export class NoTurn extends Error {}

export interface LaneOptions {
  /** How many may wait, the one at work included. */
  readonly max: number;
  /** Milliseconds after which a turn is no longer wanted. */
  readonly turnMs: number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

export interface Lane {
  /** @throws {NoTurn} */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export function createLane({ max, turnMs, now }: LaneOptions): Lane {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    run<T>(task: () => Promise<T>): Promise<T> {
      if (waiting >= max) return Promise.reject(new NoTurn("too many transactions wait"));
      waiting += 1;
      const cameAt = now();
      const turn = last.then(() => {
        if (now() - cameAt > turnMs) throw new NoTurn("the turn came too late");
        return task();
      });
      last = turn
        .catch(() => undefined)
        .finally(() => {
          waiting -= 1;
        });
      return turn;
    },
    async idle() {
      await last;
    },
  };
}
