/** Stored traces, by what a request names: a block, a transaction. */

import { type Chain, tracesOfBlock } from "@tandem/chain";
import { type BlockRef, Fault, type LocatedTrace, type TxHash } from "@tandem/primitives";
import { traceBytesBase } from "@tandem/state";
import type { Store } from "@tandem/store";

/** Undefined when there is no such block; genesis, which executed nothing, has none. */
export function traceBlock(
  { blocks, resolve }: Chain,
  store: Store,
  ref: BlockRef,
): LocatedTrace[] | undefined {
  const hash = resolve(ref);
  const header = hash && blocks.header(hash);
  return header && (tracesOfBlock(store, hash, header.number) ?? []);
}

/**
 * Undefined when the canonical chain has no such transaction.
 * @throws {Fault} `limit-exceeded` when its traces were too large to be kept; `debug_*` replays it.
 */
export function traceTransaction(
  chain: Chain,
  store: Store,
  hash: TxHash,
): LocatedTrace[] | undefined {
  const location = chain.blocks.location(hash);
  if (location === undefined) return undefined;
  const traces = traceBlock(chain, store, { hash: location.blockHash });
  const found = traces?.filter((trace) => trace.transactionPosition === location.index);
  // Every transaction has at least its outermost call; none means that they were too many to keep.
  if (found?.length === 0) throw new Fault(tooLarge);
  return found;
}

const tooLarge = {
  code: "limit-exceeded",
  limit: "stored-trace-bytes",
  max: traceBytesBase,
} as const;
