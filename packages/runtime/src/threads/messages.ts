/** Declares the messages between the main thread and a compute thread, and the memory that both see. */

/** A message to the thread. */
export type ToThread =
  | { readonly kind: "job"; readonly id: number; readonly slot: number; readonly job: unknown }
  | { readonly kind: "abort"; readonly id: number }
  /** The thread ends what it does, closes what it has open, and ends. */
  | { readonly kind: "end" };

/** A message from the thread. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: unknown }
  /** Tells something beside the results, in their order: log lines, say. */
  | { readonly kind: "notice"; readonly notice: unknown };

/** Jobs that one thread has at the same time. */
export const jobsOfThreadMax = 512;

/** Places in the memory, in words of 32 bits. */
const beatAt = 0;
const countedAt = 1;
const flagsAt = 2;

/** Memory that the main thread and one compute thread see. */
export class ThreadMemory {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(buffer = new SharedArrayBuffer(4 * (flagsAt + jobsOfThreadMax))) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
  }

  /** Counts the signs of life of the thread. */
  get beat(): number {
    return Atomics.load(this.#words, beatAt);
  }

  addBeat(): void {
    Atomics.add(this.#words, beatAt, 1);
  }

  /** A count that the thread keeps for the main thread. */
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
