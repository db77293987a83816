/**
 * Reads one level of untrusted RLP, item by item, without decoding nested items: refusing malformed
 * bytes costs no more than the items before the malformed one (yellow paper, appendix B).
 */
import { RlpCursor } from "./rlp-cursor.js";

/** An item; its members are views, not copies. */
export interface RlpPart {
  readonly isList: boolean;
  /** The item with its prefix. */
  readonly encoded: Uint8Array;
  /** The item without its prefix. */
  readonly content: Uint8Array;
}

/** Decodes the concatenated items in `bytes`. @throws {RangeError} when they are not canonical. */
export function* rlpParts(bytes: Uint8Array): Generator<RlpPart, void> {
  const cursor = new RlpCursor(bytes);
  for (let at = 0; cursor.isBefore(bytes.length); at = cursor.end) {
    const isList = cursor.isAtList;
    const content = cursor.content();
    yield { isList, encoded: bytes.subarray(at, cursor.end), content };
  }
}

/**
 * Returns the payload of a list that spans all of `bytes`.
 * @throws {RangeError} if they are anything else.
 */
export function rlpListContent(bytes: Uint8Array): Uint8Array {
  const cursor = new RlpCursor(bytes);
  const end = cursor.enter();
  if (end !== bytes.length) throw new RangeError("wrong RLP: bytes after the end");
  return bytes.subarray(cursor.start, end);
}

/**
 * Returns whether the bytes contain more than `max` items, on all levels.
 * @throws {RangeError} if they are not canonical.
 */
export function hasMoreItems(bytes: Uint8Array, max: number): boolean {
  const cursor = new RlpCursor(bytes);
  for (let count = 1; cursor.isBefore(bytes.length); count++) {
    if (cursor.isAtList) cursor.enter();
    else cursor.pass();
    if (count > max) return true;
  }
  return false;
}
