/**
 * Computes on the curve secp256k1: natively where the package has a binary for the machine, in
 * WebAssembly elsewhere, such as on Linux on ARM.
 */
import { createRequire } from "node:module";

type Native = typeof import("secp256k1/bindings.js").default;
type Wasm = typeof import("tiny-secp256k1");

const require = createRequire(import.meta.url);

/** Keys, hashes and tweaks have 32 bytes, signatures are `r` and `s` of 32 bytes each. */
export interface Curve {
  /**
   * Recovers the uncompressed public key: 65 bytes, which the next call may overwrite.
   * @param recoveryId 0 or 1.
   * @throws when the signature recovers to no point.
   */
  recover(messageHash: Uint8Array, recoveryId: number, signature: Uint8Array): Uint8Array;
  /** Signs deterministically (RFC 6979), with `s` in the lower half. @throws when the key is out of range. */
  sign(
    messageHash: Uint8Array,
    privateKey: Uint8Array,
  ): { signature: Uint8Array; recoveryId: number };
  /** Computes the public key: 33 or 65 bytes. @throws when the key is out of range. */
  publicKey(privateKey: Uint8Array, isCompressed: boolean): Uint8Array;
  /** Adds to a key modulo the order of the curve. @throws when `added` is not below it or the sum is zero. */
  add(privateKey: Uint8Array, added: Uint8Array): Uint8Array;
}

/** @throws when the library has no binary for this machine. */
export function nativeCurve(): Curve {
  const library = require("secp256k1/bindings.js") as Native;
  const recovered = new Uint8Array(new ArrayBuffer(65));
  return {
    recover: (messageHash, recoveryId, signature) =>
      library.ecdsaRecover(signature, recoveryId, messageHash, false, recovered),
    sign(messageHash, privateKey) {
      const { signature, recid } = library.ecdsaSign(messageHash, privateKey);
      return { signature, recoveryId: recid };
    },
    publicKey: (privateKey, isCompressed) => library.publicKeyCreate(privateKey, isCompressed),
    add: (privateKey, added) => library.privateKeyTweakAdd(privateKey.slice(), added),
  };
}

/** Is null where the result is the point at infinity or the key zero. */
function required(result: Uint8Array | null): Uint8Array {
  if (result === null) throw new Error("the result is no key of secp256k1");
  return result;
}

/** Takes a third of the time of JavaScript for a signature, and an eighth for a recovery. */
export function wasmCurve(): Curve {
  const library = require("tiny-secp256k1") as Wasm;
  return {
    recover: (messageHash, recoveryId, signature) =>
      required(library.recover(messageHash, signature, recoveryId as 0 | 1, false)),
    sign: (messageHash, privateKey) => library.signRecoverable(messageHash, privateKey),
    publicKey: (privateKey, isCompressed) =>
      required(library.pointFromScalar(privateKey, isCompressed)),
    add: (privateKey, added) => required(library.privateAdd(privateKey, added)),
  };
}

/** Loads the native library, and the other one if that cannot be loaded. */
export function loadCurve(native = nativeCurve): Curve {
  try {
    return native();
  } catch {
    return wasmCurve();
  }
}
