/** Keeps the lines of calls after those of the blocks that were mined before them. */
import { SerialQueue } from "@tandem/runtime";

/** The maximum number of lines of calls in the queue. Further lines are written at once. */
const waitingMax = 10_000;

/**
 * Orders lines, some of which are available at once and others later: the lines of a block are read
 * from its traces, and reasons of failures are found by a replay.
 */
export class LineOrder {
  readonly #queue = new SerialQueue();
  #waiting = 0;

  /** Starts a task that writes lines after all earlier tasks. */
  run(task: () => Promise<void>): Promise<void> {
    return this.#queue.run(task);
  }

  /** Writes lines after all earlier tasks, which is at once if none is in progress. */
  write(task: () => void): void {
    if (!this.#queue.isBusy() || this.#waiting >= waitingMax) {
      task();
      return;
    }
    this.#waiting++;
    const written = this.#queue.run(async () => {
      this.#waiting--;
      task();
    });
    written.catch(() => {});
  }

  /** Resolves once all earlier tasks have ended. Never rejects. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }
}
