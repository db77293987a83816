/** Reads references to blocks and transactions in requests that are not decoded. */
import type { Chain } from "@tandem/chain";
import { isJsonObject, toHex } from "@tandem/primitives";
import { headerAt } from "../backend/locate.js";
import type { Fork } from "../fork/fork.js";

/** The characters of a hash in hex: `0x` and two for each of 32 bytes. */
const hashLength = 66;

/** Returns whether a reference is the hash of a block or a transaction, rather than a height or a tag. */
export const isHash = (ref: unknown): ref is string =>
  typeof ref === "string" && ref.length === hashLength;

/** Returns the hash in a reference of EIP-1898, or a plain hash. */
export function hashIn(ref: unknown): string | undefined {
  const named = isJsonObject(ref) ? ref.blockHash : ref;
  return isHash(named) ? named : undefined;
}

/** Returns the height of a reference if it can be determined without reading a block. */
export function heightIn(given: unknown, from: Fork["from"], chain: Chain): number | undefined {
  const ref = isJsonObject(given) ? (given.blockNumber ?? given.blockHash ?? "latest") : given;
  if (ref === "earliest") return 0;
  if (typeof ref === "number") return ref;
  if (typeof ref !== "string" || ref === "pending") return undefined;
  if (isHash(ref))
    return ref.toLowerCase() === toHex(from.blockHash) ? from.blockNumber : undefined;
  if (/^0x[0-9a-f]{1,13}$/i.test(ref)) return Number(ref);
  const tag = ref === "latest" || ref === "safe" || ref === "finalized" ? ref : undefined;
  return tag && headerAt(chain, { tag })?.number;
}
