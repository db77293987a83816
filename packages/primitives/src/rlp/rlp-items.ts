/**
 * Reads one level of untrusted RLP, item by item, without decoding nested items: refusing malformed
 * bytes costs no more than the items before the malformed one (yellow paper, appendix B).
 */

/** An item; its members are views, not copies. */
export interface RlpPart {
  readonly isList: boolean;
  /** The item with its prefix. */
  readonly encoded: Uint8Array;
  /** The item without its prefix. */
  readonly content: Uint8Array;
}

interface Prefix {
  readonly isList: boolean;
  /** Bounds of the content. */
  readonly start: number;
  readonly end: number;
}

const wrong = (what: string) => new RangeError(`wrong RLP: ${what}`);

/**
 * Reads a prefix. @throws {RangeError} for one that is not canonical, or content beyond the end.
 */
function prefixAt(bytes: Uint8Array, at: number): Prefix {
  const prefix = bytes[at] as number;
  if (prefix < 0x80) return { isList: false, start: at, end: at + 1 };
  const isList = prefix >= 0xc0;
  const short = prefix - (isList ? 0xc0 : 0x80);
  const sizeBytes = Math.max(0, short - 55);
  let size = short;
  if (sizeBytes > 0) {
    size = 0;
    for (let i = 1; i <= sizeBytes; i++) size = size * 256 + (bytes[at + i] ?? 0);
    if (size < 56 || bytes[at + 1] === 0) throw wrong("a length in more bytes than it needs");
  }
  const start = at + 1 + sizeBytes;
  const end = start + size;
  if (end > bytes.length) throw wrong("an item extends beyond the end");
  if (!isList && size === 1 && sizeBytes === 0 && (bytes[start] as number) < 0x80) {
    throw wrong("a byte with a prefix it does not need");
  }
  return { isList, start, end };
}

/** Decodes the concatenated items in `bytes`. @throws {RangeError} when they are not canonical. */
export function* rlpParts(bytes: Uint8Array): Generator<RlpPart, void> {
  for (let at = 0; at < bytes.length; ) {
    const { isList, start, end } = prefixAt(bytes, at);
    yield { isList, encoded: bytes.subarray(at, end), content: bytes.subarray(start, end) };
    at = end;
  }
}

/**
 * Returns the payload of a list that spans all of `bytes`.
 * @throws {RangeError} if they are anything else.
 */
export function rlpListContent(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) throw wrong("no bytes");
  const { isList, start, end } = prefixAt(bytes, 0);
  if (!isList) throw wrong("a string where a list is expected");
  if (end !== bytes.length) throw wrong("bytes after the end");
  return bytes.subarray(start, end);
}

/**
 * Returns whether the bytes contain more than `max` items, on all levels.
 * @throws {RangeError} if they are not canonical.
 */
export function hasMoreItems(bytes: Uint8Array, max: number): boolean {
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    const { isList, start, end } = prefixAt(bytes, at);
    at = isList ? start : end;
    if (++count > max) return true;
  }
  return false;
}
