import type { Address } from "../bytes/brands.js";
import { fromBigInt } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { encodeItems } from "../rlp/rlp-list.js";

/** Returns the address of a contract that `sender` creates with this nonce (yellow paper, equation 88). */
export function creationAddress(sender: Address, nonce: bigint): Address {
  return keccak256(encodeItems([sender, fromBigInt(nonce)])).slice(12);
}
