/**
 * Computes a digest of rows whose key is not a hash of their value: XXH64, at gigabytes per second.
 */
import { createXXHash64, type IHasher } from "hash-wasm";
import { loadHasher } from "../load-hasher.js";

export const rowDigestBytes = 8;

let hasher: IHasher | undefined;

/** Compiles the digest, once: `openStore` waits for it. */
export async function loadRowDigest(): Promise<void> {
  hasher ??= await loadHasher(createXXHash64);
}

/** Computes 8 bytes over a key and its value. @throws before a store was opened. */
export function rowDigest(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (hasher === undefined)
    throw new Error("the digest of rows is not loaded: no store was opened");
  return hasher.init().update(key).update(bytes).digest("binary");
}
