/** Computes and verifies checksummed addresses (EIP-55, EIP-1191). */
import type { Address } from "./brands.js";
import { keccak256 } from "./hash.js";
import { fromHex, hexDigits } from "./hex.js";

/**
 * Returns `0x` and the digits, with the letters in upper case that the hash of the digits selects
 * (EIP-55).
 * @param chainId is hashed with the digits (EIP-1191), as Rootstock's wallets do.
 */
export function toChecksum(address: Address, chainId?: number): `0x${string}` {
  const digits = hexDigits(address);
  const hashed = chainId === undefined ? digits : `${chainId}0x${digits}`;
  const hash = keccak256(Buffer.from(hashed, "latin1"));
  const upper = digits.toUpperCase();
  let text: `0x${string}` = "0x";
  for (let at = 0; at < digits.length; at++) {
    // A digit is in upper case where the hash's digit at its place is 8 or more.
    const isUpper = ((hash[at >> 1] as number) & (at % 2 === 0 ? 0x80 : 0x08)) !== 0;
    text += isUpper ? upper[at] : digits[at];
  }
  return text;
}

/**
 * Returns whether an address has no wrong checksum: its letters are of one case, or match EIP-55,
 * or EIP-1191 for the chain.
 * @param text `0x` and 40 hex digits.
 */
export function hasRightChecksum(text: string, chainId: number): boolean {
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const address = fromHex(text.toLowerCase()) as Address;
  return text === toChecksum(address) || text === toChecksum(address, chainId);
}
