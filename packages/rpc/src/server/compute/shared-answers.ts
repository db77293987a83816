/**
 * Memory of a compute thread in which large answers wait until the main thread has sent them. It is used again for
 * later answers: memory that is made for each answer and handed over costs new pages each time, and more collections of
 * garbage in the main thread, which together take longer than writing the answer.
 */
import { JsonBytes } from "../../contract/codec/writer.js";

/** Answers of a thread that wait in its shared memory; those beyond have memory of their own. */
export const sharedAnswersMax = 4;
/** The largest answer in shared memory, in bytes. A thread keeps twice as much at most. */
export const sharedBytesMax = 16 * 1024 * 1024;
const sharedBytesMin = 64 * 1024;
/** The flag that says whether the memory is in use, with padding. */
const headBytes = 8;
/** The size of the pieces in which an answer is read. */
const pieceBytes = 256 * 1024;

/** An answer in memory that two threads see. */
export interface SharedAnswer {
  readonly memory: SharedArrayBuffer;
  /** In bytes. */
  readonly length: number;
}

const flagOf = (memory: SharedArrayBuffer) => new Int32Array(memory, 0, 1);
const isFree = (memory: SharedArrayBuffer) => Atomics.load(flagOf(memory), 0) === 0;
const release = (memory: SharedArrayBuffer): void => void Atomics.store(flagOf(memory), 0, 0);

/** Returns where the bytes of an answer lie. */
export const bytesOf = ({ memory, length }: SharedAnswer): Uint8Array =>
  new Uint8Array(memory, headBytes, length);

/** The memory of one thread. */
export class SharedAnswers {
  readonly #memories: SharedArrayBuffer[] = [];

  /** Returns memory for an answer, in use from now on; undefined if there is none. */
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

  /** Makes memory if there is a place for it, or in the place of memory that is free and too small. */
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

/** Gives up an answer that is not going to be read. */
export const releaseShared = ({ memory }: SharedAnswer): void => release(memory);

/** Releases the memory of answers whose reading nobody has begun, such as one whose client left before it was sent. */
const unread = new FinalizationRegistry(release);

/**
 * Returns a shared answer as JSON that can be read once: its memory is released at the end, or when reading is given up.
 * A second reading throws an Error.
 */
export function readShared(answer: SharedAnswer): JsonBytes {
  const bytes = bytesOf(answer);
  let isRead = false;
  const json = new JsonBytes(answer.length, function* (isReused) {
    if (isRead) throw new Error("an answer in shared memory is read once");
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
