/** Matches logs against filters, without parsing. */

import type { Address, Hash32 } from "../bytes/brands.js";
import { isEqual } from "../bytes/bytes.js";
import { mayContain } from "./bloom.js";
import type { Log } from "./log.js";

/**
 * A filter of logs. Empty `addresses` match any address. An undefined `topics[i]` matches any value
 * at position i, a list one of its values. A log with fewer topics than the filter has positions does
 * not match, as in Rootstock's node and in geth: this is how clients tell an ERC-721 transfer, which
 * has four topics, from an ERC-20 transfer with the same signature.
 */
export interface LogFilter {
  readonly addresses: readonly Address[];
  readonly topics: readonly (readonly Hash32[] | undefined)[];
}

const isAnyOf = (value: Uint8Array, wanted: readonly Uint8Array[]) =>
  wanted.some((one) => isEqual(one, value));

export function matchesLog(filter: LogFilter, log: Log): boolean {
  if (filter.addresses.length > 0 && !isAnyOf(log.address, filter.addresses)) return false;
  return filter.topics.every((wanted, i) => {
    const topic = log.topics[i];
    return topic !== undefined && (wanted === undefined || isAnyOf(topic, wanted));
  });
}

/** Returns whether a log of this bloom may match; false is certain. */
export function mayMatchBloom(filter: LogFilter, bloom: Uint8Array): boolean {
  const hasSome = (values: readonly Uint8Array[]) => values.some((v) => mayContain(bloom, v));
  if (filter.addresses.length > 0 && !hasSome(filter.addresses)) return false;
  return filter.topics.every((wanted) => wanted === undefined || hasSome(wanted));
}
