/** Keeps the lines of calls behind those of the blocks that were mined before them. */
import { SerialQueue } from "@tandem/runtime";

/** The maximum number of lines of calls that wait; a line beyond them is written at once. */
const waitingMax = 10_000;

/**
 * Orders lines of which some are known at once and others take a while: those of a block are read
 * from its traces, and reasons of failures are found by a replay.
 */
export class LineOrder {
  readonly #queue = new SerialQueue();
  #waiting = 0;

  /** Starts a task that writes lines after everything that was given before. */
  run(task: () => Promise<void>): Promise<void> {
    return this.#queue.run(task);
  }

  /** Writes lines after everything that was given before, which is at once if nothing waits. */
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

  /** Resolves once everything that was given so far is written. Never rejects. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }
}
