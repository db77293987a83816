/** Creates and recovers secp256k1 signatures. */
import type { Address } from "../bytes/brands.js";
import { padStart } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { createPassing } from "../bytes/passed-bytes.js";
import { type Curve, loadCurve } from "./curve.js";

let loaded: Curve | undefined;

/** Loads the library at its first use, since its tables take a twentieth of a start. */
function curve(): Curve {
  loaded ??= loadCurve();
  return loaded;
}

const passedHash = createPassing();
/** Memory that the native code reads. */
const passedSignature = new Uint8Array(new ArrayBuffer(64));

/**
 * Recovers the uncompressed public key without its prefix: 64 bytes.
 * @param recoveryId 0 or 1.
 * @throws when the signature recovers to no point.
 */
export function recoverPublicKey(
  messageHash: Uint8Array,
  recoveryId: number,
  r: Uint8Array,
  s: Uint8Array,
): Uint8Array {
  passedSignature.set(padStart(r, 32), 0);
  passedSignature.set(padStart(s, 32), 32);
  return curve().recover(passedHash(messageHash), recoveryId, passedSignature).slice(1);
}

export interface Signature {
  /** 32 bytes each; `s` is in the lower half (EIP-2). */
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  /** The parity of the recovered point, 0 or 1. */
  readonly recoveryId: number;
}

/** Signs a 32-byte hash deterministically (RFC 6979). @throws when the key is out of range. */
export function signHash(messageHash: Uint8Array, privateKey: Uint8Array): Signature {
  const { signature, recoveryId } = curve().sign(messageHash, privateKey);
  return { r: signature.slice(0, 32), s: signature.slice(32), recoveryId };
}

/** Computes the address of a 64-byte public key: the last 20 bytes of its keccak-256. */
export function publicKeyToAddress(publicKey: Uint8Array): Address {
  return keccak256(publicKey).slice(12);
}

/**
 * Computes the address of a key. @throws when the key is zero or not below the order of the curve.
 */
export function privateKeyToAddress(privateKey: Uint8Array): Address {
  return publicKeyToAddress(curve().publicKey(privateKey, false).subarray(1));
}

/**
 * Computes the compressed public key: 33 bytes (SEC 1, 2.3.3).
 * @throws when the key is zero or not below the order of the curve.
 */
export function compressedPublicKey(privateKey: Uint8Array): Uint8Array {
  return curve().publicKey(privateKey, true);
}

/** Adds two 32-byte keys modulo the order of the curve. @throws when the sum is zero. */
export function addToPrivateKey(privateKey: Uint8Array, added: Uint8Array): Uint8Array {
  return curve().add(privateKey, added);
}
