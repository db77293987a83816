/**
 * Caches keccak-256 of short values that recur: addresses, topics, slots, and keys of Solidity's
 * mappings. Hashing takes most of a microsecond, a cached value a sixth of that.
 */

import { createGenerations } from "@tandem/runtime";
import type { Bytes } from "./brands.js";
import { toKey } from "./bytes-key.js";
import { keccak256 } from "./hash.js";

/** Cached hashes: about 2 MB with their values. */
const hashesMax = 8192;

/** The longest value in bytes: two words. */
const valueBytesMax = 64;

const hashes = createGenerations<Bytes>(hashesMax);

/**
 * Computes `keccak256` with a cache. The hash is shared: it must not be changed.
 * @param known what `toKey` returns for the value, if the caller has it.
 */
export function rememberedKeccak256(value: Uint8Array, known?: string): Bytes {
  if (value.length > valueBytesMax) return keccak256(value);
  const key = known ?? toKey(value);
  let hash = hashes.get(key);
  if (hash === undefined) {
    hash = keccak256(value);
    hashes.set(key, hash);
  }
  return hash;
}
