import { type Address, concat, keccak256 } from "@tandem/primitives";

/** Returns the address of a contract that CREATE2 creates (EIP-1014). */
export const create2Address = (from: Address, salt: Uint8Array, code: Uint8Array): Address =>
  keccak256(concat(Uint8Array.of(0xff), from, salt, keccak256(code))).slice(12);
