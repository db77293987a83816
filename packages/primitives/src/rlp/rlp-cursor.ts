/**
 * Reads RLP without decoding it: skipping an item only reads its prefix (yellow paper, appendix B).
 */

/** Reads RLP that this package encoded; it checks nothing. */
export class RlpCursor {
  readonly #bytes: Uint8Array;
  #at: number;
  /** Bounds of the content of the item last read, without its prefix. */
  start = 0;
  end = 0;

  /** Starts at an item. @param at offset of the prefix of the first item to read. */
  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Reads the prefix of the next item, and moves behind that item. */
  pass(): void {
    const prefix = this.#bytes[this.#at] ?? 0;
    const length = prefix - (prefix < 0xc0 ? 0x80 : 0xc0);
    if (prefix < 0x80) this.#hold(this.#at, 1);
    else if (length <= 55) this.#hold(this.#at + 1, length);
    else {
      const sizeBytes = length - 55;
      let size = 0;
      for (let i = 1; i <= sizeBytes; i++) size = size * 256 + (this.#bytes[this.#at + i] ?? 0);
      this.#hold(this.#at + 1 + sizeBytes, size);
    }
  }

  /** Reads the prefix of the next item, a list, and moves to its first item. @returns its end. */
  enter(): number {
    this.pass();
    this.#at = this.start;
    return this.end;
  }

  /** Returns whether there is another item before `end`. */
  isBefore(end: number): boolean {
    return this.#at < end;
  }

  /** Returns the payload of the next string as a view. */
  take(): Uint8Array {
    this.pass();
    return this.#bytes.subarray(this.start, this.end);
  }

  #hold(start: number, length: number): void {
    this.start = start;
    this.end = start + length;
    this.#at = this.end;
  }
}
