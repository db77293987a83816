/**
 * Reads RLP from front to back without decoding it: skipping an item only reads its prefix (yellow
 * paper, appendix B).
 */

import { sharedBytes } from "../bytes/shared-bytes.js";

const wrong = (what: string) => new RangeError(`wrong RLP: ${what}`);

/**
 * Reads items. Every method throws a RangeError for an item that is not in its canonical form, extends
 * beyond the end, or is a list where a string is expected and the reverse.
 */
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

  /** Whether the next item is a list. */
  get isAtList(): boolean {
    return (this.#bytes[this.#at] ?? 0) >= 0xc0;
  }

  /** Reads the prefix of the next item, of either kind, and moves behind that item. */
  pass(): void {
    const prefix = this.#bytes[this.#at] ?? 0;
    const length = prefix - (prefix < 0xc0 ? 0x80 : 0xc0);
    if (prefix < 0x80) this.#hold(this.#at, 1);
    else if (length > 55) this.#passLong(length - 55);
    else {
      this.#hold(this.#at + 1, length);
      if (prefix === 0x81 && (this.#bytes[this.start] as number) < 0x80) {
        throw wrong("a byte with a prefix it does not need");
      }
    }
  }

  /** Reads the prefix of the next item, a list, and moves to its first item. @returns its end. */
  enter(): number {
    if (!this.isAtList) throw wrong("a string where a list is expected");
    this.pass();
    this.#at = this.start;
    return this.end;
  }

  /** Returns whether there is another item before `end`, the end of a list that was entered. */
  isBefore(end: number): boolean {
    if (this.#at > end) throw wrong("an item extends beyond its list");
    return this.#at < end;
  }

  /** Asserts that a list that was entered ends here. */
  leave(end: number): void {
    if (this.#at !== end) throw wrong("a list of another length than its items");
  }

  /** Returns the payload of the next string as a view. */
  take(): Uint8Array {
    if (this.isAtList) throw wrong("a list where a string is expected");
    return this.content();
  }

  /** Returns the payload of the next string as an array that equal ones share. */
  takeShared(): Uint8Array {
    if (this.isAtList) throw wrong("a list where a string is expected");
    this.pass();
    return sharedBytes.of(this.#bytes, this.start, this.end);
  }

  /** Returns the payload of the next item, of either kind, as a view. */
  content(): Uint8Array {
    this.pass();
    return this.#bytes.subarray(this.start, this.end);
  }

  #passLong(sizeBytes: number): void {
    const bytes = this.#bytes;
    const at = this.#at + 1;
    let size = 0;
    for (let i = 0; i < sizeBytes; i++) size = size * 256 + (bytes[at + i] ?? 0);
    if (size < 56 || bytes[at] === 0) throw wrong("a length in more bytes than it needs");
    this.#hold(at + sizeBytes, size);
  }

  #hold(start: number, length: number): void {
    const end = start + length;
    if (end > this.#bytes.length) throw wrong("an item extends beyond the end");
    this.start = start;
    this.end = end;
    this.#at = end;
  }
}
