/** Walks RLP without decoding it: what is passed over costs its prefix only (Yellow Paper, appendix B). */

/** Reads RLP that this package encoded; nothing is checked. */
export class RlpCursor {
  readonly #bytes: Uint8Array;
  #at: number;
  /** Bounds of what the item last read holds, without its prefix. */
  start = 0;
  end = 0;

  /** @param at where the first item to read has its prefix. */
  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Reads the prefix of the next item; the one after it is next then. */
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

  /** Reads the prefix of the next item, a list; its first item is next then. @returns its end. */
  enter(): number {
    this.pass();
    this.#at = this.start;
    return this.end;
  }

  /** Returns whether there is another item before `end`. */
  isBefore(end: number): boolean {
    return this.#at < end;
  }

  /** Returns the payload of the next string; not a copy. */
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
