/** A compute thread from the main thread's side: its jobs and its state. */
import type { Worker } from "node:worker_threads";
import { cancelledError } from "../abort/cancellation.js";
import { type FromThread, jobsOfThreadMax, ThreadMemory, type ToThread } from "./messages.js";

/** Is thrown if a thread ended, or did not respond, before a job was done. */
export class ThreadLost extends Error {}

/** Handles the rejection of a thread that need not answer any more. @throws any other error again. */
export function unlessLost(error: unknown): undefined {
  if (!(error instanceof ThreadLost)) throw error;
}

interface Job {
  readonly slot: number;
  /** Whether the result is no longer needed. */
  isAborted: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface ThreadEvents {
  onReady(): void;
  onNotice(notice: unknown): void;
  /** Takes the result of a job that was aborted meanwhile. */
  onUnwanted(result: unknown): void;
  /**
   * Is called when the thread has ended.
   * @param error the reason, unless the thread has closed its resources.
   */
  onEnd(error: unknown): void;
}

export class ComputeThread {
  readonly memory = new ThreadMemory();
  /** Whether it takes jobs. */
  isReady = false;
  /** Whether it has ever taken jobs. */
  hasStarted = false;
  readonly #worker: Worker;
  readonly #jobs = new Map<number, Job>();
  readonly #freeSlots = Array.from({ length: jobsOfThreadMax }, (_, slot) => slot);
  #lastId = 0;
  #isEnding = false;
  #error: unknown;
  #beat = 0;
  #silentChecks = 0;

  constructor(spawn: (memory: SharedArrayBuffer) => Worker, events: ThreadEvents) {
    const worker = spawn(this.memory.buffer);
    this.#worker = worker;
    worker.on("message", (message: FromThread) => this.#take(message, events));
    worker.on("error", (error) => {
      this.#error = error;
    });
    worker.on("exit", (code) => {
      this.isReady = false;
      this.rejectAll(new ThreadLost("the thread ended"));
      const isClean = this.#isEnding && code === 0 && this.#error === undefined;
      if (isClean) events.onEnd(undefined);
      else events.onEnd(this.#error ?? new ThreadLost(`the thread ended with the code ${code}`));
    });
  }

  /** Returns the number of jobs in progress. */
  get load(): number {
    return this.#jobs.size;
  }

  get canTakeJob(): boolean {
    return this.isReady && this.#freeSlots.length > 0;
  }

  /**
   * Assigns a job to the thread. The promise rejects at once if the signal is aborted; the thread
   * is notified too.
   */
  run(work: unknown, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return Promise.reject(cancelledError());
    if (this.#jobs.size === 0) this.#silentChecks = 0;
    const id = ++this.#lastId;
    const slot = this.#freeSlots.pop() as number;
    return new Promise((resolve, reject) => {
      const abort = () => {
        job.isAborted = true;
        this.memory.setAborted(slot, true);
        this.#send({ kind: "abort", id });
        reject(cancelledError());
      };
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener("abort", abort);
          settle(value);
        };
      const job: Job = {
        slot,
        isAborted: false,
        resolve: settled(resolve),
        reject: settled(reject),
      };
      this.#jobs.set(id, job);
      signal.addEventListener("abort", abort);
      this.#send({ kind: "job", id, slot, job: work });
    });
  }

  /**
   * Returns the number of consecutive calls without a heartbeat of the thread while it has jobs.
   */
  countSilentCheck(): number {
    const { beat } = this.memory;
    const isSilent = beat === this.#beat && this.#jobs.size > 0;
    this.#beat = beat;
    this.#silentChecks = isSilent ? this.#silentChecks + 1 : 0;
    return this.#silentChecks;
  }

  /** Asks the thread to end after its jobs. @param abortsJobs whether they are aborted, also of one that ends already. */
  end(abortsJobs: boolean): void {
    this.isReady = false;
    this.#isEnding = true;
    if (abortsJobs) for (const { slot } of this.#jobs.values()) this.memory.setAborted(slot, true);
    this.#send({ kind: "end", abortsJobs });
  }

  /** Rejects all jobs. Their slots stay in use until the thread has returned results or ended. */
  rejectAll(error: unknown): void {
    for (const { reject } of this.#jobs.values()) reject(error);
  }

  /** Allows the process to end before the thread has. */
  unref(): void {
    this.#worker.unref();
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #take(message: FromThread, events: ThreadEvents): void {
    if (message.kind === "ready") {
      this.isReady = !this.#isEnding;
      this.hasStarted = true;
      events.onReady();
    } else if (message.kind === "notice") events.onNotice(message.notice);
    else this.#settle(message, events);
  }

  #settle(message: FromThread & { readonly kind: "done" | "failed" }, events: ThreadEvents): void {
    const job = this.#jobs.get(message.id);
    if (job === undefined) return;
    this.#jobs.delete(message.id);
    this.memory.setAborted(job.slot, false);
    this.#freeSlots.push(job.slot);
    if (message.kind === "done" && job.isAborted) events.onUnwanted(message.result);
    else if (message.kind === "done") job.resolve(message.result);
    else job.reject(message.error);
  }
}
