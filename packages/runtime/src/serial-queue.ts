/** Is thrown if a task was not started: the queue is full, or the task has waited too long. */
export class TaskNotStarted extends Error {}

export interface SerialQueueOptions {
  /** The maximum number of tasks, the running one included; unlimited by default. */
  readonly max?: number;
  /** The maximum milliseconds a task may wait for its start; unlimited by default. */
  readonly waitMsMax?: number;
  /** Returns monotonic milliseconds. */
  readonly now?: () => number;
}

/** Runs asynchronous tasks one at a time, in the order they were added. */
export class SerialQueue {
  readonly #max: number;
  readonly #waitMsMax: number;
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #size = 0;

  constructor({
    max = Number.POSITIVE_INFINITY,
    waitMsMax = Number.POSITIVE_INFINITY,
    now = () => performance.now(),
  }: SerialQueueOptions = {}) {
    this.#max = max;
    this.#waitMsMax = waitMsMax;
    this.#now = now;
  }

  /**
   * Starts the task once every task before it has settled.
   * @returns the result of the task; one that rejects does not stop later ones.
   * @throws {TaskNotStarted} when the queue is full or the task has waited longer than `waitMsMax`.
   */
  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#size >= this.#max) return Promise.reject(new TaskNotStarted("the queue is full"));
    this.#size++;
    const added = this.#now();
    const result = this.idle().then(() => {
      if (this.#now() - added > this.#waitMsMax) {
        throw new TaskNotStarted("the task has waited too long");
      }
      return task();
    });
    this.#last = result;
    result.then(this.#settle, this.#settle);
    return result;
  }

  /** Resolves once every task added so far has settled. It never rejects. */
  idle(): Promise<void> {
    return this.#last.then(ignore, ignore);
  }

  /** Returns whether a task is waiting or running. */
  isBusy(): boolean {
    return this.#size > 0;
  }

  readonly #settle = () => {
    this.#size--;
  };
}

const ignore = () => {};
