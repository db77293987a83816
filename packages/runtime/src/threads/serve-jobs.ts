/** Runs jobs in a compute thread, and sends their results to the main thread. */
import { parentPort } from "node:worker_threads";
import type { Cancellation } from "../abort/cancellation.js";
import { type FromThread, ThreadMemory, type ToThread } from "./messages.js";

/** Milliseconds between two heartbeats while there are jobs. */
const beatMs = 250;

/**
 * The abort of a job. The flag is in shared memory; the signal follows in a later turn of the event
 * loop.
 */
export class JobAbort implements Cancellation {
  readonly #memory: ThreadMemory;
  readonly #slot: number;
  #controller: AbortController | undefined;

  constructor(memory: ThreadMemory, slot: number) {
    this.#memory = memory;
    this.#slot = slot;
  }

  get isAborted(): boolean {
    return this.#memory.isAborted(this.#slot);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Aborts the signal, if it was requested. */
  follow(): void {
    this.#controller?.abort();
  }
}

/** The result of a job, with the memory that is transferred instead of copied. */
export interface JobResult {
  readonly result: unknown;
  readonly transfer?: readonly ArrayBuffer[];
}

export interface JobServer {
  /** Runs a job. If it throws, the job rejects with the error. */
  run(job: unknown, abort: JobAbort): Promise<JobResult>;
  /** Closes the resources of the thread. No job is running. */
  close(): Promise<void>;
}

/** Sends a notice to the main thread. */
export type Notify = (notice: unknown) => void;

/**
 * Serves the jobs of a pool until the pool ends this thread.
 * @param open creates the server; a thread whose server cannot be opened ends with the error.
 */
export async function serveJobs(
  buffer: SharedArrayBuffer,
  open: (notify: Notify, memory: ThreadMemory) => Promise<JobServer>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("a compute thread runs in a worker");
  const memory = new ThreadMemory(buffer);
  const send = (message: FromThread, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, [...transfer]);
  const server = await open((notice) => send({ kind: "notice", notice }), memory);
  const running = new Map<number, JobAbort>();
  let beating: NodeJS.Timeout | undefined;
  let isEnding = false;
  let onIdle: (() => void) | undefined;

  async function run(id: number, slot: number, job: unknown): Promise<void> {
    const abort = new JobAbort(memory, slot);
    running.set(id, abort);
    beating ??= setInterval(() => memory.addBeat(), beatMs);
    try {
      const { result, transfer } = await server.run(job, abort);
      send({ kind: "done", id, result }, transfer);
    } catch (error) {
      send({ kind: "failed", id, error });
    }
    running.delete(id);
    if (running.size > 0) return;
    clearInterval(beating);
    beating = undefined;
    onIdle?.();
  }

  async function end(abortsJobs: boolean): Promise<void> {
    if (abortsJobs) for (const abort of running.values()) abort.follow();
    if (isEnding) return;
    isEnding = true;
    if (running.size > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    }
    await server.close();
    // Only the port keeps the thread alive: it ends by itself, without open resources of the
    // database.
    port?.close();
  }

  port.on("message", (message: ToThread) => {
    if (message.kind === "job") void run(message.id, message.slot, message.job);
    else if (message.kind === "abort") running.get(message.id)?.follow();
    else void end(message.abortsJobs);
  });
  send({ kind: "ready" });
}
