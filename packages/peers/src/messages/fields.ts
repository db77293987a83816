/** Reads the fields of messages strictly: an integer has one form, and a hash its length. */
import { type BlockHash, type RlpPart, rlpParts, toBigInt } from "@tandem/primitives";

const hashBytes = 32;
/** The bytes of a word, such as a total difficulty. */
const wordBytes = 32;

/** Returns the items of a list's content. @throws {RangeError} if there are more than `max`. */
export function itemsIn(content: Uint8Array, max: number): RlpPart[] {
  const items: RlpPart[] = [];
  for (const part of rlpParts(content)) {
    if (items.length === max) throw new RangeError(`more than ${max} items`);
    items.push(part);
  }
  return items;
}

/** Returns the items of a list. @throws {RangeError} if it is none, or has more than `max`. */
export function listOf(part: RlpPart | undefined, max: number): RlpPart[] {
  if (part?.isList !== true) throw new RangeError("a list is missing");
  return itemsIn(part.content, max);
}

/** Returns a string, as a view. @throws {RangeError} if it is none. */
export function bytesOf(part: RlpPart | undefined): Uint8Array {
  if (part === undefined || part.isList) throw new RangeError("a string is missing");
  return part.content;
}

/** Returns a copy of a hash. @throws {RangeError} for another length. */
export function hashOf(part: RlpPart | undefined): BlockHash {
  const bytes = bytesOf(part);
  if (bytes.length !== hashBytes) throw new RangeError(`a hash of ${bytes.length} bytes`);
  return bytes.slice();
}

/** Returns an integer of up to 256 bits. @throws {RangeError} for another form. */
export function wordOf(part: RlpPart | undefined): bigint {
  const bytes = bytesOf(part);
  if (bytes.length > wordBytes || bytes[0] === 0)
    throw new RangeError("an integer in another form");
  return toBigInt(bytes);
}

/** Returns an integer. @throws {RangeError} for another form, or above 2^53 - 1. */
export function integerOf(part: RlpPart | undefined): number {
  const value = wordOf(part);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError("an integer above 2^53 - 1");
  return Number(value);
}
