/** Interleaves jobs on the event loop's thread, a slice of each at a time. */
import { isSliceOver, nextSlice } from "@tandem/runtime";

/** Work that may be suspended at each `yield`. */
export type Steps<Result = void> = Generator<void, Result>;

/** The number of steps before the first reading of the clock: short jobs run at once. */
const unmeasuredSteps = 32;
/** The number of steps between two readings of the clock. */
const stepsPerReading = 16;

/** Decides when other work must run, and waits until it has run. */
export interface Scheduler {
  isOver(): boolean;
  next(): Promise<void>;
}

const eventLoop: Scheduler = { isOver: isSliceOver, next: nextSlice };

export class JobScheduler {
  readonly #jobs: Steps[] = [];
  readonly #onError: (error: unknown) => void;
  readonly #scheduler: Scheduler;
  #isRunning = false;

  /** @param onError receives what a job throws; the other jobs continue. */
  constructor(onError: (error: unknown) => void, scheduler = eventLoop) {
    this.#onError = onError;
    this.#scheduler = scheduler;
  }

  /** Starts the jobs at once and finishes long ones in later turns of the event loop. */
  start(jobs: readonly Steps[]): void {
    for (const job of jobs) this.#jobs.push(job);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    let steps = unmeasuredSteps;
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) {
      for (let isDone = false; !isDone; ) {
        isDone = this.#advance(job);
        if (--steps > 0) continue;
        steps = stepsPerReading;
        if (!this.#scheduler.isOver()) continue;
        // A long job goes to the end of the queue and does not delay the jobs of others.
        if (!isDone) this.#jobs.push(job);
        await this.#scheduler.next();
        break;
      }
    }
    this.#isRunning = false;
  }

  /** Returns whether the job has ended. */
  #advance(job: Steps): boolean {
    try {
      return job.next().done === true;
    } catch (error) {
      this.#onError(error);
      return true;
    }
  }

  /**
   * Runs one job to its end, before the queued jobs.
   * @returns undefined if it ended at once, else a promise that resolves at its end.
   */
  finish(job: Steps): Promise<void> | undefined {
    for (let steps = unmeasuredSteps; steps > 0; steps--) {
      if (job.next().done === true) return undefined;
    }
    return this.#finishLater(job);
  }

  async #finishLater(job: Steps): Promise<void> {
    for (let steps = 1; job.next().done !== true; steps++) {
      if (steps % stepsPerReading === 0 && this.#scheduler.isOver()) await this.#scheduler.next();
    }
  }
}
