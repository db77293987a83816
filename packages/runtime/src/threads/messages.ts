/** Declares the messages between the main thread and a compute thread, and their shared memory. */

/** A message to the thread. */
export type ToThread =
  | { readonly kind: "job"; readonly id: number; readonly slot: number; readonly job: unknown }
  | { readonly kind: "abort"; readonly id: number }
  /** The thread closes its resources and ends after its jobs, which it aborts if that is asked for, also later. */
  | { readonly kind: "end"; readonly abortsJobs: boolean };

/** A message from the thread. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: unknown }
  /** Data beside the results, in order with them, such as log lines. */
  | { readonly kind: "notice"; readonly notice: unknown };

/** The maximum number of concurrent jobs of one thread. */
export const jobsOfThreadMax = 512;

/** Offsets in the memory, in words of 32 bits. */
const beatAt = 0;
const countedAt = 1;
const flagsAt = 2;

/** Memory that the main thread and one compute thread share. */
export class ThreadMemory {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(buffer = new SharedArrayBuffer(4 * (flagsAt + jobsOfThreadMax))) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
  }

  /** Returns the number of heartbeats of the thread. */
  get beat(): number {
    return Atomics.load(this.#words, beatAt);
  }

  addBeat(): void {
    Atomics.add(this.#words, beatAt, 1);
  }

  /** Returns a count that the thread maintains for the main thread. */
  get counted(): number {
    return Atomics.load(this.#words, countedAt);
  }

  set counted(count: number) {
    Atomics.store(this.#words, countedAt, count);
  }

  /** Returns whether the job in a slot was aborted. */
  isAborted(slot: number): boolean {
    return Atomics.load(this.#words, flagsAt + slot) === 1;
  }

  /** Aborts the job in a slot, or makes the slot free for another one. */
  setAborted(slot: number, isAborted: boolean): void {
    Atomics.store(this.#words, flagsAt + slot, Number(isAborted));
  }
}
