/** Parses the text of the search field. */

import { readAddress } from "../format/read-address.js";

export type Wanted =
  | { readonly kind: "height"; readonly height: number }
  | { readonly kind: "hash"; readonly hash: string }
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "nothing"; readonly why: string };

const nothing = (why: string): Wanted => ({ kind: "nothing", why });

const hashDigits = 64;
const addressDigits = 40;

/**
 * Returns the possible meanings of the text, or why it has none.
 * @param chainId a part of the checksum of addresses.
 */
export function readSearch(text: string, chainId: number): Wanted {
  const given = text.trim().replaceAll(/[\s_,\u202f]/g, "");
  const typed = given.toLowerCase();
  if (typed === "") return nothing("Type a height, a hash or an address.");
  if (/^\d{1,15}$/.test(typed)) return { kind: "height", height: Number(typed) };
  const digits = typed.replace(/^0x/, "");
  if (!/^[0-9a-f]+$/.test(digits)) {
    return nothing(
      "This is neither a height nor hex: digits, or 0x and the digits 0 to 9 and a to f.",
    );
  }
  if (digits.length === hashDigits) return { kind: "hash", hash: `0x${digits}` };
  const read = readAddress(given, chainId);
  if (read.kind === "address") return read;
  if (read.kind === "wrong-checksum") return nothing(read.why);
  if (digits.length <= 12) return { kind: "height", height: Number.parseInt(digits, 16) };
  return nothing(
    `These are ${digits.length} hex digits. An address has ${addressDigits}, a hash ${hashDigits}.`,
  );
}
