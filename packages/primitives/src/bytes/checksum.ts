/** The checksummed form of an address (EIP-55). */
import type { Address } from "./brands.js";
import { keccak256 } from "./hash.js";
import { hexDigits } from "./hex.js";

/** Returns `0x` and the digits, letters in upper case where the hash of the digits says so. */
export function toChecksum(address: Address): `0x${string}` {
  const digits = hexDigits(address);
  const hash = hexDigits(keccak256(new TextEncoder().encode(digits)));
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash[at] as string, 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}
