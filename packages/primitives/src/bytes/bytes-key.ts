/** Converts bytes to strings for use as map keys: one character per byte. */

import { concat } from "./bytes.js";

/** The native function behind `toString("latin1")`, which needs no Buffer around other bytes. */
const { latin1Slice } = Buffer.prototype as Buffer & {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

/** Returns a string key of bytes, cheap to create, to hash and to compare; for maps only. */
export const toKey = (bytes: Uint8Array): string => latin1Slice.call(bytes, 0, bytes.length);

/**
 * Returns a string key of bytes, or of two arrays concatenated, cached by the identity of the
 * arrays. Their bytes must not change.
 */
export function keepLastKey(
  keyOf: (bytes: Uint8Array) => string,
): (first: Uint8Array, second?: Uint8Array) => string {
  let lastFirst: Uint8Array | undefined;
  let lastSecond: Uint8Array | undefined;
  let key = "";
  return (first, second) => {
    if (first !== lastFirst || second !== lastSecond) {
      // A text made of two would be copied each time that it is hashed.
      key = second === undefined ? keyOf(first) : keyOf(concat(first, second));
      lastFirst = first;
      lastSecond = second;
    }
    return key;
  };
}

export function fromKey(key: string): Uint8Array {
  const bytes = new Uint8Array(key.length);
  for (let i = 0; i < key.length; i++) bytes[i] = key.charCodeAt(i);
  return bytes;
}
