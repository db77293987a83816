/** Bytes as keys of a Map: a string with one character a byte. */

/** What `toString("latin1")` comes to; as it is, no Buffer has to be made around other bytes. */
const { latin1Slice } = Buffer.prototype as Buffer & {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

/** Cheap to make, to hash and to compare; never shown to anybody. */
export const toKey = (bytes: Uint8Array): string => latin1Slice.call(bytes, 0, bytes.length);

/**
 * A key of bytes, or of two together, one behind the other, kept for the next time: who asks for the
 * same objects again, whose bytes must be what they were, has the same string, which need not be made
 * nor hashed once more.
 */
export function keepLastKey(
  keyOf: (bytes: Uint8Array) => string,
): (first: Uint8Array, second?: Uint8Array) => string {
  let lastFirst: Uint8Array | undefined;
  let lastSecond: Uint8Array | undefined;
  let key = "";
  return (first, second) => {
    if (first !== lastFirst || second !== lastSecond) {
      key = second === undefined ? keyOf(first) : keyOf(first) + keyOf(second);
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
