/**
 * Threads that compute beside the main thread. A job is assigned to the thread with the fewest
 * jobs. No thread is ever terminated, since one that has an open iterator of LevelDB would crash
 * the process: a thread that does not respond gets no more jobs, and another one is started in its
 * place.
 */
import type { Worker } from "node:worker_threads";
import type { Logger } from "../ambient.js";
import { ComputeThread, ThreadLost } from "./compute-thread.js";

/** Milliseconds between two checks of the threads. */
const checkMs = 1000;
/**
 * Checks without a heartbeat after which a thread is replaced; its turns of the event loop take
 * some milliseconds. Checks are counted rather than time, since a stopped process performs no
 * checks.
 */
export const silentChecksMax = 10;
/** Milliseconds in which threads must end. */
export const endMsMax = 30_000;
/** Consecutive threads that ended before they could take a job, after which none is started. */
const failedStartsMax = 3;

export interface ComputePoolOptions {
  readonly count: number;
  /** Starts a thread that calls `serveJobs` with this memory. */
  readonly spawn: (memory: SharedArrayBuffer) => Worker;
  readonly onNotice: (notice: unknown) => void;
  /** Takes the result of a job that was aborted meanwhile. */
  readonly onUnwanted: (result: unknown) => void;
  readonly logger: Logger;
}

/** Counts for monitoring. */
export interface ComputeCounts {
  /** Threads that take jobs. */
  readonly threads: number;
  /** Jobs assigned to threads since the start. */
  readonly given: number;
  /** Jobs in progress. */
  readonly underWay: number;
  /** Threads replaced since the start, because they did not respond or ended. */
  readonly replaced: number;
  /** The sum of the threads' counts. */
  readonly counted: number;
}

export class ComputePool {
  readonly #options: ComputePoolOptions;
  /** Threads that take jobs, or will. */
  readonly #threads = new Set<ComputeThread>();
  /** Threads that were asked to end, or do not respond. */
  readonly #leaving = new Set<ComputeThread>();
  readonly #checking: NodeJS.Timeout;
  #isOpen = true;
  #waiting: (() => void)[] = [];
  #given = 0;
  #replaced = 0;
  #countedByEnded = 0;
  #failedStarts = 0;
  /** Whether a thread ended without closing its resources. */
  #hasCrashed = false;

  constructor(options: ComputePoolOptions) {
    this.#options = options;
    this.#checking = setInterval(() => this.checkThreads(), checkMs).unref();
    this.#fill();
  }

  /**
   * Assigns a job to the thread with the fewest.
   * @returns undefined if no thread can take it: none has started yet, or all are full.
   * @throws {ThreadLost} if the thread ends or does not respond; the promise rejects with it, with
   * an AbortError if the signal is aborted, or with the error of the job.
   */
  run(job: unknown, signal: AbortSignal): Promise<unknown> | undefined {
    const least = this.#least();
    if (least === undefined) return undefined;
    this.#given++;
    return least.run(job, signal);
  }

  /** Returns the number of jobs of the thread with the fewest; infinity if no thread can take one. */
  leastLoad(): number {
    return this.#least()?.load ?? Number.POSITIVE_INFINITY;
  }

  #least(): ComputeThread | undefined {
    let least: ComputeThread | undefined;
    for (const thread of this.#threads) {
      if (thread.canTakeJob && thread.load < (least?.load ?? Number.POSITIVE_INFINITY)) {
        least = thread;
      }
    }
    return least;
  }

  counts(): ComputeCounts {
    const threads = [...this.#threads];
    return {
      threads: threads.filter(({ isReady }) => isReady).length,
      given: this.#given,
      underWay: threads.reduce((sum, { load }) => sum + load, 0),
      replaced: this.#replaced,
      counted: [...threads, ...this.#leaving].reduce(
        (sum, { memory }) => sum + memory.counted,
        this.#countedByEnded,
      ),
    };
  }

  /** Replaces the threads that do not respond. It is called every second. */
  checkThreads(): void {
    for (const thread of [...this.#threads]) {
      if (thread.countSilentCheck() < silentChecksMax) continue;
      const fields = { requests: thread.load, silentMs: silentChecksMax * checkMs };
      this.#options.logger.error(
        fields,
        "a compute thread does not answer: another one is started",
      );
      this.#replaced++;
      this.#leave(thread, true);
      thread.rejectAll(new ThreadLost("the thread does not answer"));
      // It occupies a processor as long as it lives: two per position are enough.
      if (this.#leaving.size <= this.#options.count) this.#fill();
    }
  }

  /**
   * Ends all threads after their jobs, and takes no jobs until `resume`.
   * @returns whether all of them have closed their resources.
   */
  suspend(): Promise<boolean> {
    return this.#end(false);
  }

  async #end(abortsJobs: boolean): Promise<boolean> {
    this.#isOpen = false;
    for (const thread of [...this.#threads]) this.#leave(thread, abortsJobs);
    await this.#left();
    return this.#leaving.size === 0 && !this.#hasCrashed;
  }

  /** Starts threads again. */
  resume(): void {
    this.#isOpen = true;
    this.#fill();
  }

  /** Ends all threads permanently, and aborts their jobs. @returns as `suspend` does. */
  async close(): Promise<boolean> {
    clearInterval(this.#checking);
    for (const thread of this.#leaving) thread.end(true);
    const haveClosed = await this.#end(true);
    for (const thread of this.#leaving) thread.unref();
    return haveClosed;
  }

  #leave(thread: ComputeThread, abortsJobs: boolean): void {
    this.#threads.delete(thread);
    this.#leaving.add(thread);
    thread.end(abortsJobs);
  }

  /** Resolves when the threads that were asked to end have ended, or after a timeout. */
  #left(): Promise<void> {
    if (this.#leaving.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, endMsMax);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #fill(): void {
    while (this.#isOpen && this.#threads.size < this.#options.count) {
      if (this.#failedStarts >= failedStartsMax) return;
      const thread: ComputeThread = new ComputeThread(this.#options.spawn, {
        onReady: () => {
          this.#failedStarts = 0;
        },
        onNotice: this.#options.onNotice,
        onUnwanted: this.#options.onUnwanted,
        onEnd: (error) => this.#ended(thread, error),
      });
      this.#threads.add(thread);
    }
  }

  #ended(thread: ComputeThread, error: unknown): void {
    this.#countedByEnded += thread.memory.counted;
    if (error !== undefined && thread.hasStarted) this.#hasCrashed = true;
    if (this.#leaving.delete(thread)) {
      if (this.#leaving.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
      this.#fill();
      return;
    }
    this.#threads.delete(thread);
    this.#replaced++;
    this.#failedStarts++;
    const isLast = this.#failedStarts >= failedStartsMax;
    const then = isLast ? "no other is started" : "another one is started";
    this.#options.logger.error({ error }, `a compute thread ended: ${then}`);
    this.#fill();
  }
}
