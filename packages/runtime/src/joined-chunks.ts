/** Collects the bytes of a stream in memory that is in proportion to their number. */

/** The length from which a chunk is kept as it is: an object for it takes over a hundred bytes, and up to 400. */
const longChunkMin = 1024;
const blockBytesMin = 512;
const blockBytesMax = 64 * 1024;

/** Returns a copy of bytes that are a small part of a buffer, which a view would keep as a whole. */
const compact = (bytes: Buffer): Buffer =>
  bytes.length < bytes.buffer.byteLength / 2 ? Buffer.from(bytes) : bytes;

/** Joins short chunks: a client may send a body of millions of bytes in chunks of one byte. */
export class JoinedChunks {
  readonly #isReused: boolean;
  #pieces: Buffer[] = [];
  #length = 0;
  /** The short chunks since the last piece, and how much of the memory they fill. */
  #block: Buffer | undefined;
  #filled = 0;

  /** @param isReused whether the memory of a chunk changes after it was added. */
  constructor(isReused = false) {
    this.#isReused = isReused;
  }

  /** Returns the number of bytes. */
  get length(): number {
    return this.#length;
  }

  /** Adds a chunk, which must not change later unless the memory is reused. */
  add(chunk: Buffer): void {
    this.#length += chunk.length;
    if (chunk.length >= longChunkMin) {
      this.#endBlock();
      this.#pieces.push(this.#isReused ? Buffer.from(chunk) : compact(chunk));
      return;
    }
    const isFull = this.#block !== undefined && this.#filled + chunk.length > this.#block.length;
    if (isFull) this.#endBlock();
    this.#block ??= Buffer.allocUnsafeSlow(this.#nextBlockBytes(chunk.length));
    chunk.copy(this.#block, this.#filled);
    this.#filled += chunk.length;
  }

  #nextBlockBytes(least: number): number {
    return Math.max(least, blockBytesMin, Math.min(this.#length, blockBytesMax));
  }

  #endBlock(): void {
    if (this.#block === undefined) return;
    this.#pieces.push(compact(this.#block.subarray(0, this.#filled)));
    this.#block = undefined;
    this.#filled = 0;
  }

  /** Returns all bytes in one piece, and drops the chunks. */
  take(): Buffer {
    this.#endBlock();
    const [pieces, length] = [this.#pieces, this.#length];
    this.clear();
    const [first] = pieces;
    return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces, length);
  }

  /** Drops the chunks. */
  clear(): void {
    this.#pieces = [];
    this.#block = undefined;
    this.#filled = 0;
    this.#length = 0;
  }
}
