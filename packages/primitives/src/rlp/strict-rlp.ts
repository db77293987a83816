/**
 * Reads a flat RLP list from front to back, and records if it is not canonical (yellow paper,
 * appendix B).
 */
import { bigIntBetween, emptyBytes } from "../bytes/bytes.js";

export class StrictRlp {
  readonly #bytes: Uint8Array;
  #at: number;
  /** Whether all that was read so far is canonical. If not, later results are meaningless. */
  isSound = true;

  /** Starts at a list that spans all bytes from `at` on. @param at offset of its prefix. */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    const prefix = bytes[at] ?? 0;
    const sizeBytes = prefix > 0xf7 ? prefix - 0xf7 : 0;
    const size = sizeBytes === 0 ? prefix - 0xc0 : this.#size(at + 1, sizeBytes);
    this.#at = at + 1 + sizeBytes;
    this.isSound &&= this.#at + size === bytes.length;
  }

  /** Decodes the length of a long item, which must be in its shortest form. */
  #size(at: number, sizeBytes: number): number {
    let size = 0;
    for (let i = 0; i < sizeBytes; i++) size = size * 256 + (this.#bytes[at + i] ?? 0);
    this.isSound &&= size > 55 && this.#bytes[at] !== 0;
    return size;
  }

  /** Returns whether every item was read. */
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Skips a string. @returns its length. */
  #string(): number {
    const prefix = this.#bytes[this.#at] ?? 0xff;
    let length = 1;
    if (prefix >= 0x80) {
      this.#at++;
      length = prefix - 0x80;
      if (prefix > 0xb7) {
        const sizeBytes = prefix - 0xb7;
        length = prefix < 0xc0 ? this.#size(this.#at, sizeBytes) : Number.POSITIVE_INFINITY;
        this.#at += sizeBytes;
      } else if (length === 1) this.isSound &&= (this.#bytes[this.#at] ?? 0) >= 0x80;
    }
    this.isSound &&= length <= this.#bytes.length - this.#at;
    if (!this.isSound) return 0;
    this.#at += length;
    return length;
  }

  /** Returns the next string as a view. */
  bytes(): Uint8Array {
    const length = this.#string();
    return length === 0 ? emptyBytes : this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Returns the next string as an integer of at most 32 bytes, without leading zeros. */
  integer(): bigint {
    const length = this.#string();
    const from = this.#at - length;
    this.isSound &&= length <= 32 && (length === 0 || this.#bytes[from] !== 0);
    if (!this.isSound) return 0n;
    return bigIntBetween(this.#bytes, from, this.#at);
  }

  /** Skips a list that must be empty. */
  emptyList(): void {
    this.isSound &&= this.#bytes[this.#at] === 0xc0;
    this.#at++;
  }
}
