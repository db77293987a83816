/** Remembers which values were seen lately, by hashes: most of what is seen once never comes again. */
export interface Sightings {
  /** Returns whether the hash was seen lately, and remembers it. */
  isRepeated(hash: number): boolean;
}

/** @param places the number of hashes that are remembered, a power of two. */
export function createSightings(places: number): Sightings {
  const hashes = new Int32Array(places);
  return {
    isRepeated(hash) {
      const place = hash & (places - 1);
      if (hashes[place] === hash) return true;
      hashes[place] = hash;
      return false;
    },
  };
}

const fnvPrime = 0x01000193;

/** The hash from which others begin. */
export const firstHash = 0x811c9dc5 | 0;

/** Continues a hash by bytes: FNV-1a with 32 bits. @returns a signed integer. */
export function hashBytes(hash: number, bytes: Uint8Array): number {
  let next = hash;
  for (let at = 0; at < bytes.length; at++) {
    next = Math.imul(next ^ (bytes[at] as number), fnvPrime);
  }
  return next;
}

/** Continues a hash by an integer of 32 bits. @returns a signed integer. */
export const hashNumber = (hash: number, value: number): number =>
  Math.imul(hash ^ value, fnvPrime);
