/**
 * Splits a stream of bytes into JSON texts. A connection over IPC has no other boundaries of messages: some
 * clients send a line for each, others send them without anything between (as geth accepts them).
 */

const quote = 0x22;
const backslash = 0x5c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
/** Space, tab, line feed and carriage return (RFC 8259, section 2). */
const whitespace: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** The measured memory of a piece besides its bytes. */
const pieceBytes = 128;

export class JsonSplitter {
  /** The pieces of the text that is not complete. */
  #pieces: Buffer[] = [];
  #length = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Returns the length of the incomplete text in bytes. */
  get length(): number {
    return this.#length;
  }

  /** Returns the memory of the incomplete text in bytes, about. */
  get heldBytes(): number {
    return this.#length + this.#pieces.length * pieceBytes;
  }

  /**
   * Returns the end of the text that begins or goes on in a chunk: the index after its last byte, or the
   * chunk's length if it goes on. Brackets are counted whatever their kind: a text with the wrong ones
   * is refused by whoever parses it.
   */
  #endIn(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === quote) this.#isInString = !this.#isInString;
      else if (this.#isInString) this.#isEscaped = byte === backslash;
      else if (byte === openObject || byte === openArray) this.#depth++;
      else if (byte === closeObject || byte === closeArray) {
        this.#depth--;
        if (this.#depth === 0) return at + 1;
      }
    }
    return chunk.length;
  }

  /**
   * Adds a chunk. Whitespace between texts is left out.
   * @param chunk must not change later.
   * @param onText called with each text that the chunk completes; returns whether to go on.
   * @returns the rest of the chunk, which was not added: `onText` did not go on, or something else than an object or
   * array begins there.
   */
  take(chunk: Buffer, onText: (text: Buffer) => boolean): Buffer {
    let at = 0;
    while (at < chunk.length) {
      const first = chunk[at] as number;
      if (this.#depth === 0 && whitespace.includes(first)) {
        at++;
        continue;
      }
      if (this.#depth === 0 && first !== openObject && first !== openArray) {
        return chunk.subarray(at);
      }
      const end = this.#endIn(chunk, at);
      this.#pieces.push(chunk.subarray(at, end));
      this.#length += end - at;
      at = end;
      if (this.#depth === 0 && !onText(this.#takeText())) break;
    }
    return chunk.subarray(at);
  }

  /** Drops the incomplete text. */
  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }

  #takeText(): Buffer {
    const [first] = this.#pieces;
    const isWhole = this.#pieces.length === 1 && first !== undefined;
    const text = isWhole ? first : Buffer.concat(this.#pieces, this.#length);
    this.clear();
    return text;
  }
}
