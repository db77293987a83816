/** Reads by a hash that are kept: what a hash names never changes. */

import { toKey } from "@tandem/primitives";
import type { LruMap } from "@tandem/runtime";

/** @returns the same read, whose result is kept as long as the map has room for it; what is missing is not. */
export function cacheByHash<Value, More extends readonly unknown[]>(
  cached: LruMap<string, Value>,
  read: (hash: Uint8Array, ...more: More) => Value | undefined,
): (hash: Uint8Array, ...more: More) => Value | undefined {
  return (hash, ...more) => {
    const key = toKey(hash);
    const known = cached.get(key);
    if (known !== undefined) return known;
    const found = read(hash, ...more);
    if (found !== undefined) cached.set(key, found);
    return found;
  };
}
