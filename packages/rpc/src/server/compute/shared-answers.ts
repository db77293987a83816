/**
 * Manages memory of a compute thread that holds large answers until the main thread has sent them.
 * The memory is reused for later answers: allocating and transferring memory for each answer costs
 * new pages and more garbage collections in the main thread, which together take longer than
 * writing the answer.
 */
import type { SharedAnswer } from "../../backend/compute-port.js";
import { JsonBytes } from "../../written-json.js";

/**
 * The maximum number of answers of a thread in its shared memory. Further answers have memory of
 * their own.
 */
export const sharedAnswersMax = 4;
/** The maximum size of an answer in shared memory, in bytes. A thread keeps at most twice as much. */
export const sharedBytesMax = 16 * 1024 * 1024;
const sharedBytesMin = 64 * 1024;
/** The flag that is set while the memory is in use, with padding. */
const headBytes = 8;
/** The size of the pieces in which an answer is read. */
const pieceBytes = 256 * 1024;

const flagOf = (memory: SharedArrayBuffer) => new Int32Array(memory, 0, 1);
const isFree = (memory: SharedArrayBuffer) => Atomics.load(flagOf(memory), 0) === 0;
const release = (memory: SharedArrayBuffer): void => void Atomics.store(flagOf(memory), 0, 0);

/** Returns the bytes of an answer, without a copy. */
export const bytesOf = ({ memory, length }: SharedAnswer): Uint8Array =>
  new Uint8Array(memory, headBytes, length);

/** Allocates and reuses the shared memory of one thread. */
export class SharedAnswers {
  readonly #memories: SharedArrayBuffer[] = [];

  /** Reserves memory for an answer. Returns undefined if none is free. */
  take(length: number): SharedAnswer | undefined {
    if (length > sharedBytesMax) return undefined;
    const fitting = this.#memories.find(
      (one) => isFree(one) && one.byteLength >= headBytes + length,
    );
    const memory = fitting ?? this.#make(length);
    if (memory === undefined) return undefined;
    Atomics.store(flagOf(memory), 0, 1);
    return { memory, length };
  }

  /** Allocates memory if fewer than the maximum exist, or replaces free memory that is too small. */
  #make(length: number): SharedArrayBuffer | undefined {
    const place =
      this.#memories.length < sharedAnswersMax
        ? this.#memories.length
        : this.#memories.findIndex(isFree);
    if (place < 0) return undefined;
    const bytes = Math.max(sharedBytesMin, 2 ** Math.ceil(Math.log2(length)));
    const memory = new SharedArrayBuffer(headBytes + bytes);
    this.#memories[place] = memory;
    return memory;
  }
}

/** Releases an answer that will not be read. */
export const releaseShared = ({ memory }: SharedAnswer): void => release(memory);

/**
 * Releases the memory of answers that nobody began to read, for example because the client
 * disconnected before.
 */
const unread = new FinalizationRegistry(release);

/**
 * Returns a shared answer as JSON that can be read once. Its memory is released at the end, or when
 * the reader stops. A second read throws an Error.
 */
export function readShared(answer: SharedAnswer): JsonBytes {
  const bytes = bytesOf(answer);
  let isRead = false;
  const json = new JsonBytes(answer.length, function* (isReused) {
    if (isRead) throw new Error("an answer in shared memory can be read only once");
    isRead = true;
    unread.unregister(json);
    try {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const piece = bytes.subarray(at, at + pieceBytes);
        yield isReused ? piece : piece.slice();
      }
    } finally {
      release(answer.memory);
    }
  });
  unread.register(json, answer.memory, json);
  return json;
}
