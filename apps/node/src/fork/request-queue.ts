/** Limits how many requests to the forked node are under way at once. */

/** A request that waits for its start. */
interface Waiting {
  start(): void;
}

/** Requests that wait, in the order in which they were added. */
type Group = Set<Waiting>;

/**
 * Starts requests in the order in which they were added, and lets those of one client not hold up the others: requests
 * that are added in one turn of the event loop form a group, and the groups are served in rotation.
 */
export class RequestQueue {
  readonly #max: number;
  #underWay = 0;
  /** The groups with requests that wait, the next one first. */
  readonly #groups = new Set<Group>();
  /** The group of this turn of the event loop. */
  #latest: Group | undefined;

  /** @param max the number of requests under way at once. */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Sends a request once it may start.
   * @throws the reason of the signal if it is aborted before, and the errors of the request.
   */
  async run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#underWay < this.#max) this.#underWay++;
    else await this.#wait(signal);
    try {
      return await request();
    } finally {
      this.#passOn();
    }
  }

  /** Waits until a request that ends leaves its place to this one. */
  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const group = this.#groupOfTurn();
      const leave = () => {
        group.delete(waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        start() {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      group.add(waiting);
      this.#groups.add(group);
    });
  }

  #groupOfTurn(): Group {
    if (this.#latest !== undefined) return this.#latest;
    setImmediate(() => {
      this.#latest = undefined;
    });
    this.#latest = new Set();
    return this.#latest;
  }

  /** Gives the place of a request that ended to the next one. */
  #passOn(): void {
    for (const group of this.#groups) {
      this.#groups.delete(group);
      const [next] = group;
      if (next === undefined) continue;
      group.delete(next);
      if (group.size > 0) this.#groups.add(group);
      next.start();
      return;
    }
    this.#underWay--;
  }
}
