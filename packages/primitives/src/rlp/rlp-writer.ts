/**
 * Encodes RLP from back to front: the prefix of a list is written when its length is known, so that
 * nothing is measured before, and no array is made of an item or a number.
 */

/** The bytes that are allocated at first; each further buffer is twice as long, to a limit. */
const bytesMin = 4_096;
const bytesMax = 262_144;
/** The size up to which a buffer is used again. */
const keptBytesMax = 65_536;

/** The longest prefix: of lengths that have as many digits as a safe integer, 7. */
const prefixBytesMax = 9;

/** Copies bytes that are passed to it: an item, or the parts of one from front to back. */
export interface BytesTarget {
  /** Adds bytes. @param isLast whether they end an item. */
  add(bytes: Uint8Array, isLast: boolean): void;
}

/** The buffer of the next writer, if no other has it. */
let idle: Uint8Array | undefined;

export class RlpWriter {
  #bytes: Uint8Array;
  /** Offset of the first written byte. */
  #at: number;
  /** The parts written before this buffer, the end of the encoding first; they are not copied again. */
  readonly #full: Uint8Array[] = [];
  #fullBytes = 0;

  constructor() {
    this.#bytes = idle ?? new Uint8Array(bytesMin);
    idle = undefined;
    this.#at = this.#bytes.length;
  }

  /** The number of written bytes. A list's items are what was written since its end. */
  get length(): number {
    return this.#fullBytes + this.#bytes.length - this.#at;
  }

  /** Writes a string before what was written. */
  string(item: Uint8Array): void {
    const { length } = item;
    // With its prefix, which would else begin another buffer behind a long string.
    this.#reserve(length + prefixBytesMax);
    this.#at -= length;
    this.#bytes.set(item, this.#at);
    if (length !== 1 || (item[0] as number) >= 0x80) this.#prefix(length, 0x80);
  }

  /** Writes an unsigned integer in its shortest form, before what was written. */
  integer(value: bigint | number): void {
    const end = this.length;
    if (typeof value === "number" || value <= Number.MAX_SAFE_INTEGER) this.#digits(Number(value));
    else this.#longDigits(value);
    const length = this.length - end;
    if (length !== 1 || (this.#bytes[this.#at] as number) >= 0x80) this.#prefix(length, 0x80);
  }

  /** Writes the prefix of a list. @param end the length before its last item was written. */
  list(end: number): void {
    this.#prefix(this.length - end, 0xc0);
  }

  /** Adds what was written to a target, and ends the writing. */
  finish(target: BytesTarget): void {
    target.add(this.#bytes.subarray(this.#at), this.#full.length === 0);
    for (let i = this.#full.length - 1; i >= 0; i--)
      target.add(this.#full[i] as Uint8Array, i === 0);
    if (this.#bytes.length <= keptBytesMax) idle = this.#bytes;
  }

  /** Writes the bytes of a safe integer; none for zero. */
  #digits(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 0) {
      this.#bytes[--this.#at] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }

  #longDigits(value: bigint): void {
    let rest = value;
    while (rest > 0n) {
      this.#reserve(1);
      this.#bytes[--this.#at] = Number(rest & 0xffn);
      rest >>= 8n;
    }
  }

  #prefix(length: number, base: number): void {
    this.#reserve(prefixBytesMax);
    if (length < 56) {
      this.#bytes[--this.#at] = base + length;
      return;
    }
    const end = this.length;
    this.#digits(length);
    const size = this.length - end;
    this.#bytes[--this.#at] = base + 55 + size;
  }

  /** Makes room for more bytes. */
  #reserve(length: number): void {
    if (length <= this.#at) return;
    const written = this.#bytes.subarray(this.#at);
    if (written.length > 0) this.#full.push(written);
    this.#fullBytes += written.length;
    this.#bytes = new Uint8Array(Math.max(Math.min(2 * this.#bytes.length, bytesMax), length));
    this.#at = this.#bytes.length;
  }
}
