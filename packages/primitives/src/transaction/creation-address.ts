import type { Address } from "../bytes/brands.js";
import { concat, fromBigInt } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { encodeItems } from "../rlp/rlp-list.js";

/** Returns the address of a contract that `sender` creates with this nonce (yellow paper, equation 88). */
export function creationAddress(sender: Address, nonce: bigint): Address {
  return keccak256(encodeItems([sender, fromBigInt(nonce)])).slice(12);
}

/** Returns the address of a contract that CREATE2 creates (EIP-1014). @param salt 32 bytes. */
export const create2Address = (from: Address, salt: Uint8Array, code: Uint8Array): Address =>
  keccak256(concat(Uint8Array.of(0xff), from, salt, keccak256(code))).slice(12);
