/** Which logs a query or a subscription wants: pure matching, no parsing. */

import type { Address, Hash32 } from "../bytes/brands.js";
import { isEqual } from "../bytes/bytes.js";
import { mayContain } from "./bloom.js";
import type { Log } from "./log.js";

/**
 * `addresses` empty: any address. `topics[i]` undefined: any value at position i; else one of the
 * listed. A position the log has no topic at matches nothing that is listed, and any wildcard.
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
    if (wanted === undefined) return true;
    const topic = log.topics[i];
    return topic !== undefined && isAnyOf(topic, wanted);
  });
}

/** Returns whether a log under this bloom may match; false is certain. */
export function mayMatchBloom(filter: LogFilter, bloom: Uint8Array): boolean {
  const hasSome = (values: readonly Uint8Array[]) => values.some((v) => mayContain(bloom, v));
  if (filter.addresses.length > 0 && !hasSome(filter.addresses)) return false;
  return filter.topics.every((wanted) => wanted === undefined || hasSome(wanted));
}
