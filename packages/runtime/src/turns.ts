export interface TurnsOptions {
  /** The number of tasks that run at once, in all and of one client. */
  readonly max: number;
  readonly clientMax: number;
}

/**
 * Limits how many tasks run at once. Those of a client wait in the order in which they came; of several clients,
 * the one of which the fewest tasks run is next.
 */
export class Turns {
  readonly #max: number;
  readonly #clientMax: number;
  #running = 0;
  /** The number of tasks that run, by client. */
  readonly #runningOf = new Map<string, number>();
  /** The starts of the tasks that wait, by client; none of the lists is empty. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor({ max, clientMax }: TurnsOptions) {
    this.#max = max;
    this.#clientMax = clientMax;
  }

  /**
   * Waits until a task of the client may run, which `end` tells the end of.
   * @param check is called once it may, if it had to wait; throws if the task is no longer wanted.
   * @throws what `check` throws; then the task has ended.
   */
  async begin(clientId: string, check: () => void): Promise<void> {
    if (this.#running < this.#max && this.#countOf(clientId) < this.#clientMax) {
      this.#count(clientId, 1);
      return;
    }
    await new Promise<void>((resolve) => {
      const waiting = this.#waiting.get(clientId);
      if (waiting === undefined) this.#waiting.set(clientId, [resolve]);
      else waiting.push(resolve);
    });
    try {
      check();
    } catch (error) {
      this.end(clientId);
      throw error;
    }
  }

  /**
   * Runs a task of the client in its turn.
   * @throws what `check` throws, as in `begin`, and what the task throws.
   */
  async run<T>(clientId: string, check: () => void, task: () => Promise<T>): Promise<T> {
    await this.begin(clientId, check);
    try {
      return await task();
    } finally {
      this.end(clientId);
    }
  }

  /** Ends a task of the client. At most one that waits can run instead. */
  end(clientId: string): void {
    this.#count(clientId, -1);
    let next: string | undefined;
    let least = this.#clientMax;
    for (const waiting of this.#waiting.keys()) {
      const count = this.#countOf(waiting);
      if (count >= least) continue;
      next = waiting;
      least = count;
    }
    if (next !== undefined) this.#start(next);
  }

  #start(clientId: string): void {
    const waiting = this.#waiting.get(clientId) ?? [];
    const start = waiting.shift();
    // A client that still waits comes after the others that wait.
    this.#waiting.delete(clientId);
    if (waiting.length > 0) this.#waiting.set(clientId, waiting);
    this.#count(clientId, 1);
    start?.();
  }

  #countOf(clientId: string): number {
    return this.#runningOf.get(clientId) ?? 0;
  }

  #count(clientId: string, change: 1 | -1): void {
    this.#running += change;
    const count = this.#countOf(clientId) + change;
    if (count === 0) this.#runningOf.delete(clientId);
    else this.#runningOf.set(clientId, count);
  }
}
