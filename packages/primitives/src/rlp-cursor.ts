/** A walk over RLP that says where items stand and copies none. */

export class RlpCursor {
  readonly #bytes: Uint8Array;
  /** Offset of what comes next. */
  at: number;
  /** Offset after the last item. */
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end: number = bytes.length) {
    this.#bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  /** Goes past the next item, a string or a list. @returns its content. @throws {RangeError} */
  next(): RlpCursor {
    const first = this.#bytes[this.at];
    if (first === undefined || this.isAtEnd) throw new RangeError("no RLP item here");
    if (first < 0x80) return this.#take(this.at, 1);
    const base = first < 0xc0 ? 0x80 : 0xc0;
    const short = first - base;
    if (short <= 55) return this.#take(this.at + 1, short);
    const lengthBytes = short - 55;
    let length = 0;
    for (let i = 1; i <= lengthBytes; i++) {
      length = length * 256 + (this.#bytes[this.at + i] as number);
    }
    return this.#take(this.at + 1 + lengthBytes, length);
  }

  /** The same for a list, whose items the returned cursor goes through. @throws {RangeError} */
  enter(): RlpCursor {
    if ((this.#bytes[this.at] ?? 0) < 0xc0) throw new RangeError("no RLP list here");
    return this.next();
  }

  skip(): void {
    this.next();
  }

  #take(at: number, length: number): RlpCursor {
    const end = at + length;
    if (end > this.end) throw new RangeError("an RLP item goes past its list");
    this.at = end;
    return new RlpCursor(this.#bytes, at, end);
  }
}
