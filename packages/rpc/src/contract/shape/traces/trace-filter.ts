/** Defines the filter of `trace_filter`, specification section 4. Its limits are those of section 8. */
import { type Address, type BlockRef, isJsonObject } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { minedNumber } from "../../codec/block-ref.js";
import { shortcut, shortcutOf } from "../../codec/shortcut.js";
import { anyCount, objectOf } from "../../codec/wire.js";
import { addresses, addressesOf, plainAddresses } from "../filter.js";

/** The decoded filter; the handler resolves its bounds to heights. */
export interface TraceFilter {
  readonly from: BlockRef;
  readonly to: BlockRef;
  /** An empty list matches any address. */
  readonly fromAddresses: readonly Address[];
  readonly toAddresses: readonly Address[];
  /** The number of matches to skip. */
  readonly after: number;
  /** Undefined means as many as an answer may have. */
  readonly count: number | undefined;
}

const traceFilterObject = objectOf("a filter object", {
  fromBlock: minedNumber.nullish(),
  toBlock: minedNumber.nullish(),
  fromAddress: addresses.nullish(),
  toAddress: addresses.nullish(),
  after: anyCount.nullish(),
  count: anyCount.nullish(),
});

const latest: BlockRef = { tag: "latest" };

/** Decodes a filter whose members all have plain forms. Returns undefined if the schema must decide. */
function plainFilter(wire: unknown): TraceFilter | undefined {
  if (!isJsonObject(wire)) return undefined;
  const from = wire.fromBlock == null ? latest : shortcutOf(minedNumber)?.(wire.fromBlock);
  const to = wire.toBlock == null ? latest : shortcutOf(minedNumber)?.(wire.toBlock);
  const fromAddresses = plainAddresses(wire.fromAddress);
  const toAddresses = plainAddresses(wire.toAddress);
  const after = shortcutOf(anyCount)?.(wire.after ?? 0);
  const count = wire.count == null ? undefined : shortcutOf(anyCount)?.(wire.count);
  if (from === undefined || to === undefined || after === undefined) return undefined;
  if (wire.count != null && count === undefined) return undefined;
  if (fromAddresses === undefined || toAddresses === undefined) return undefined;
  return {
    from: from as BlockRef,
    to: to as BlockRef,
    fromAddresses,
    toAddresses,
    after: after as number,
    count: count as number | undefined,
  };
}

const traceFilterCodec = z
  .codec(traceFilterObject, z.custom<TraceFilter>(), {
    decode: (wire): TraceFilter => ({
      from: wire.fromBlock ?? latest,
      to: wire.toBlock ?? latest,
      fromAddresses: addressesOf(wire.fromAddress),
      toAddresses: addressesOf(wire.toAddress),
      after: wire.after ?? 0,
      count: wire.count ?? undefined,
    }),
    encode: (filter) => ({
      fromBlock: filter.from,
      toBlock: filter.to,
      ...(filter.fromAddresses.length === 0 ? {} : { fromAddress: [...filter.fromAddresses] }),
      ...(filter.toAddresses.length === 0 ? {} : { toAddress: [...filter.toAddresses] }),
      after: filter.after,
      ...(filter.count === undefined ? {} : { count: filter.count }),
    }),
  })
  .meta({ id: "TraceFilter" });

export const traceFilter = shortcut(traceFilterCodec, plainFilter);
