/**
 * Keccak-256 in WebAssembly: ten times faster than pure JavaScript on the short inputs of tries and
 * headers. The hasher is compiled while other modules load; until then the JavaScript form is used.
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
