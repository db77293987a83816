import { type Address, encodeItems, fromBigInt, keccak256 } from "@tandem/primitives";

/** Where a contract created by `sender` with this nonce lives (yellow paper, equation 88). */
export function creationAddress(sender: Address, nonce: bigint): Address {
  return keccak256(encodeItems([sender, fromBigInt(nonce)])).slice(12);
}
