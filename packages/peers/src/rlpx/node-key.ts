/** Handles the key that identifies a node to others. */
import { createECDH, type ECDH } from "node:crypto";
import { padStart } from "@tandem/primitives";

/** The bytes of a private key, and of a public key without its prefix. */
const privateKeyBytes = 32;
export const publicKeyBytes = 64;

/** A key pair on secp256k1. */
export interface NodeKey {
  /** 32 bytes. */
  readonly privateKey: Uint8Array;
  /** The uncompressed public key without its prefix: 64 bytes. It is the node's identifier. */
  readonly publicKey: Uint8Array;
  /**
   * Returns the x coordinate of the product with another public key: 32 bytes.
   * @throws {TypeError} if it is no point of the curve.
   */
  agree(publicKey: Uint8Array): Uint8Array;
}

/** Adds the prefix of an uncompressed point (SEC 1, 2.3.3). */
const withPrefix = (publicKey: Uint8Array) => Buffer.concat([Buffer.of(4), publicKey]);

function keyOf(curve: ECDH): NodeKey {
  return {
    // The library omits zeros in front.
    privateKey: padStart(curve.getPrivateKey(), privateKeyBytes),
    publicKey: curve.getPublicKey().subarray(1),
    agree(publicKey) {
      try {
        return curve.computeSecret(withPrefix(publicKey));
      } catch (cause) {
        throw new TypeError("a public key is no point of the curve", { cause });
      }
    },
  };
}

/** Creates a key at random. */
export function createNodeKey(): NodeKey {
  const curve = createECDH("secp256k1");
  curve.generateKeys();
  return keyOf(curve);
}

/** Returns the key pair of a private key. @throws {TypeError} if it is zero or not below the order of the curve. */
export function nodeKeyOf(privateKey: Uint8Array): NodeKey {
  const curve = createECDH("secp256k1");
  try {
    curve.setPrivateKey(privateKey);
    return keyOf(curve);
  } catch (cause) {
    throw new TypeError("a node's key is an integer below the order of secp256k1", { cause });
  }
}
