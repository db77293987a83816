/** Caches reads by a hash, whose value never changes. */

import { toKey } from "@tandem/primitives";
import type { LruMap } from "@tandem/runtime";

/** Wraps a read with a cache; missing rows are not cached. */
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
