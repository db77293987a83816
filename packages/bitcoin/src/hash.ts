/**
 * Double SHA-256, and the two byte orders of its result. Inside headers, branches and transactions
 * a hash is in the order of computation (internal order); RPC results and the comparison with a
 * target reverse it (display order).
 */
import { createHash } from "node:crypto";
import { shortSha256 } from "./midstate.js";

declare const order: unique symbol;

/** 32 bytes as SHA-256 returns them. */
export type InternalHash = Uint8Array & { readonly [order]?: "internal" };
/** 32 bytes reversed: as a big-endian number it is compared with a target. */
export type DisplayHash = Uint8Array & { readonly [order]?: "display" };

/**
 * Bytes up to which this package's SHA-256 is faster: headers, tree nodes and most transactions.
 */
const shortBytesMax = 512;

function sha256(bytes: Uint8Array): Uint8Array {
  return bytes.length <= shortBytesMax
    ? shortSha256(bytes)
    : createHash("sha256").update(bytes).digest();
}

/** Computes SHA-256 of SHA-256: 32 bytes. */
export function doubleSha256(bytes: Uint8Array): InternalHash {
  return shortSha256(sha256(bytes));
}

/** Returns the hash in display order (bytes reversed). */
export function toDisplay(hash: InternalHash): DisplayHash {
  return new Uint8Array(hash).reverse();
}

/** Returns the hash in the internal order of Bitcoin's structures. */
export function toInternal(hash: DisplayHash): InternalHash {
  return new Uint8Array(hash).reverse();
}

/** Returns the number that is compared with a target: the hash as a little-endian integer. */
export function hashToInteger(hash: InternalHash): bigint {
  return BigInt(`0x${Buffer.from(hash).reverse().toString("hex")}`);
}
