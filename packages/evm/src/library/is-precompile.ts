/** Finds out whether an address is that of a precompile of a fork. */
import { hexDigits } from "@tandem/primitives";
import type { LibraryEvm } from "./library-evm.js";

/** Zeros with which the addresses of precompiles begin. */
const precompileZeros = 16;

/** Returns whether the instance has a precompile at an address. */
export function isPrecompile({ precompiles }: LibraryEvm["evm"], address: Uint8Array): boolean {
  for (let i = 0; i < precompileZeros; i++) if (address[i] !== 0) return false;
  return precompiles.has(hexDigits(address));
}
