/** Parses addresses that users type, with the checksums of Ethereum and of Rootstock. */
import { hasRightChecksum } from "@tandem/primitives";

export type ReadAddress =
  | { readonly kind: "address"; readonly address: `0x${string}` }
  | { readonly kind: "malformed" }
  /** `why` is a sentence for people. */
  | { readonly kind: "wrong-checksum"; readonly why: string };

/** Parses an address, with or without `0x`, to lower case. */
export function readAddress(text: string, chainId: number): ReadAddress {
  const digits = text.trim().replace(/^0x/i, "");
  if (!/^[0-9a-f]{40}$/i.test(digits)) return { kind: "malformed" };
  if (hasRightChecksum(`0x${digits}`, chainId)) {
    return { kind: "address", address: `0x${digits.toLowerCase()}` };
  }
  const why = `The checksum of this address is wrong, by EIP-55 and by EIP-1191 for chain ${chainId}: look at its digits and capitals. In lower case it has none.`;
  return { kind: "wrong-checksum", why };
}
