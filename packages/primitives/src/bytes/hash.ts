/**
 * Keccak-256, by WebAssembly: ten times faster than the pure JavaScript form on the short inputs a
 * trie and a header give it. The hasher is compiled while other modules load; what is hashed before
 * it is there goes the slow way.
 */
import { createHash } from "node:crypto";
import { keccak256 as slowKeccak256 } from "ethereum-cryptography/keccak.js";
import { createKeccak, type IHasher } from "hash-wasm";

let hasher: IHasher | undefined;
void createKeccak(256).then((compiled) => {
  hasher = compiled;
});

/** Computes keccak-256: 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  if (hasher === undefined) return slowKeccak256(bytes);
  return hasher.init().update(bytes).digest("binary");
}

/** Computes SHA-256: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}
