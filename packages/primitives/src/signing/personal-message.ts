/** Computes the digests that wallets sign for a message (EIP-191, version 0x45). */
import type { Bytes, Hash32 } from "../bytes/brands.js";
import { concat } from "../bytes/bytes.js";
import { keccak256InSlices } from "../bytes/hash.js";

/**
 * Returns the digest of a message: a prefix and its length distinguish it from transactions. It yields to other work if the
 * message is long.
 */
export function personalMessageDigest(message: Bytes): Hash32 | Promise<Hash32> {
  const prefix = `\x19Ethereum Signed Message:\n${message.length}`;
  return keccak256InSlices(concat(new TextEncoder().encode(prefix), message));
}
