/**
 * Keccak-256 in WebAssembly: ten times faster than pure JavaScript on the short inputs of tries and
 * headers. The hasher is compiled while other modules load; until then the JavaScript form is used,
 * and for good where the system refuses the memory for WebAssembly.
 */
import { createHash } from "node:crypto";
import { yieldIfDue } from "@tandem/runtime";
import { keccak256 as slowKeccak256 } from "ethereum-cryptography/keccak.js";
import { createKeccak, type IHasher } from "hash-wasm";
import { createPassing } from "./passed-bytes.js";

let hasher: IHasher | undefined;

/** Resolves once the fast form is used, or is refused: for callers that hash without a pause. */
export const keccakCompiled: Promise<void> = createKeccak(256).then(
  (compiled) => {
    hasher = compiled;
  },
  () => {},
);

const passedBytes = createPassing();

/** Computes keccak-256: 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  if (hasher === undefined) return slowKeccak256(bytes);
  return hasher.init().update(passedBytes(bytes)).digest("binary");
}

/** The number of bytes that are hashed between two yields, in less than a millisecond. */
const sliceBytes = 256 * 1024;

/**
 * Computes keccak-256, and yields to other work if there are many bytes.
 * @param bytes must not change until the hash is computed.
 */
export function keccak256InSlices(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  return bytes.length <= sliceBytes ? keccak256(bytes) : hashInSlices(bytes);
}

async function hashInSlices(bytes: Uint8Array): Promise<Uint8Array> {
  // It has its own hasher, since others hash in the meantime.
  const own = (await createKeccak(256)).init();
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    own.update(bytes.subarray(at, at + sliceBytes));
    await yieldIfDue();
  }
  return own.digest("binary");
}

/** Computes SHA-256: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}
