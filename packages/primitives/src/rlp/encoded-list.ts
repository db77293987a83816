/** Collects encoded items of a list. */
import { concat } from "../bytes/bytes.js";
import { listOf } from "./rlp-list.js";

/** The bytes that are allocated at first; each further piece is twice as long as the one before, to a limit. */
const pieceBytesMin = 1_024;
const pieceBytesMax = 262_144;

/**
 * An RLP list of items that come one after the other. It copies each item at once: thousands of small
 * arrays that live until a block ends would be copied by the garbage collector again and again.
 */
export class EncodedList {
  /** The pieces that are full, cut to what they have. */
  readonly #full: Uint8Array[] = [];
  #piece: Uint8Array;
  #used = 0;

  /** Creates an empty list. @param bytes of items to make room for, if it is known. */
  constructor(bytes = 0) {
    this.#piece = new Uint8Array(bytes);
  }

  /** Adds an item, a part of one, or several that are concatenated. */
  add(item: Uint8Array): void {
    if (this.#used + item.length > this.#piece.length) this.#begin(item.length);
    this.#piece.set(item, this.#used);
    this.#used += item.length;
  }

  #begin(length: number): void {
    const next = Math.min(Math.max(2 * this.#piece.length, pieceBytesMin), pieceBytesMax);
    if (this.#used > 0) this.#full.push(this.#piece.subarray(0, this.#used));
    this.#piece = new Uint8Array(Math.max(next, length));
    this.#used = 0;
  }

  bytes(): Uint8Array {
    return listOf(this.#pieces());
  }

  /** Concatenates the items, without the prefix of the list. */
  content(): Uint8Array {
    const pieces = this.#pieces();
    return pieces.length === 1 ? (pieces[0] as Uint8Array) : concat(...pieces);
  }

  #pieces(): Uint8Array[] {
    return [...this.#full, this.#piece.subarray(0, this.#used)];
  }
}
