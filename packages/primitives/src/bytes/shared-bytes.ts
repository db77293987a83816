/**
 * Shares arrays of equal bytes. Addresses and topics come again from one log, trace or slot to the
 * next, and an array takes longer to create and to collect than to find by its last bytes.
 */
export class SharedBytes {
  readonly #kept: (Uint8Array | undefined)[];

  /** @param places the number of arrays that are kept, a power of two. Those that share a place replace each other. */
  constructor(places: number) {
    this.#kept = new Array<undefined>(places).fill(undefined);
  }

  /** Returns an array with the bytes from `start` to `end`, not to be changed: others may have it. */
  of(bytes: Uint8Array, start: number, end: number): Uint8Array {
    const last = (bytes[end - 1] as number) | ((bytes[end - 2] as number) << 8);
    const place = last & (this.#kept.length - 1);
    const found = this.#kept[place];
    if (found !== undefined && isAt(bytes, start, end, found)) return found;
    const copy = bytes.slice(start, end);
    this.#kept[place] = copy;
    return copy;
  }
}

/** The arrays that all of the node shares: some 150 KB. */
export const sharedBytes = new SharedBytes(1024);

function isAt(bytes: Uint8Array, start: number, end: number, found: Uint8Array): boolean {
  const { length } = found;
  if (end - start !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[start + i] !== found[i]) return false;
  return true;
}
