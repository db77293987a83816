/** Bytes as keys of a Map: a string with one character a byte. */

/** What `toString("latin1")` comes to; as it is, no Buffer has to be made around other bytes. */
const { latin1Slice } = Buffer.prototype as Buffer & {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

/** Cheap to make, to hash and to compare; never shown to anybody. */
export const toKey = (bytes: Uint8Array): string => latin1Slice.call(bytes, 0, bytes.length);

export function fromKey(key: string): Uint8Array {
  const bytes = new Uint8Array(key.length);
  for (let i = 0; i < key.length; i++) bytes[i] = key.charCodeAt(i);
  return bytes;
}
