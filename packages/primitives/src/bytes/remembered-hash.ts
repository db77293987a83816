/**
 * Caches keccak-256 of short values that recur: addresses, topics, slots, and keys of Solidity's
 * mappings. The cache is two arrays of bytes, in which values that share a place replace each other: most
 * values of a node's calls never come again, and the collector would copy each entry of a map several times.
 */
import { firstHash, hashBytes } from "@tandem/runtime";
import type { Bytes } from "./brands.js";
import { keccak256 } from "./hash.js";

/** The number of hashes, a power of two: about 800 KB with their values. */
const places = 8192;

/** The longest value in bytes: two words. */
const valueBytesMax = 64;

const hashBytesCount = 32;

const values = new Uint8Array(places * valueBytesMax);
const hashes = new Uint8Array(places * hashBytesCount);
/** The length of the value at each place, and one more; zero at an unused place. */
const lengths = new Uint8Array(places);

/** Computes `keccak256` with a cache. */
export function rememberedKeccak256(value: Uint8Array): Bytes {
  const { length } = value;
  if (length > valueBytesMax) return keccak256(value);
  const place = hashBytes(firstHash, value) & (places - 1);
  const hashAt = place * hashBytesCount;
  if (isAt(place, value)) return hashes.slice(hashAt, hashAt + hashBytesCount);
  const hash = keccak256(value);
  const valueAt = place * valueBytesMax;
  for (let i = 0; i < length; i++) values[valueAt + i] = value[i] as number;
  for (let i = 0; i < hashBytesCount; i++) hashes[hashAt + i] = hash[i] as number;
  lengths[place] = length + 1;
  return hash;
}

function isAt(place: number, value: Uint8Array): boolean {
  const { length } = value;
  if (lengths[place] !== length + 1) return false;
  const valueAt = place * valueBytesMax;
  for (let i = 0; i < length; i++) if (values[valueAt + i] !== value[i]) return false;
  return true;
}
