/** Reads stored traces of a block or a transaction. */

import type { DecodedTraces, Traces } from "@tandem/chain";
import { type BlockRef, Fault, type LocatedTrace, type TxHash } from "@tandem/primitives";
import { traceBytesBase } from "@tandem/state";
import type { ReadChain } from "./read-chain.js";

/** Is a promise if many traces are decoded in time slices. */
type Found = readonly LocatedTrace[] | undefined | Promise<readonly LocatedTrace[] | undefined>;

/** Returns undefined if there is no such block; genesis has no traces. */
export function traceBlock({ blocks, resolve }: ReadChain, traces: Traces, ref: BlockRef): Found {
  const hash = resolve(ref);
  const header = hash && blocks.header(hash);
  if (hash === undefined || header === undefined) return undefined;
  const block = traces.ofBlock(hash, header.number);
  const find = (found: DecodedTraces | undefined) => found?.all() ?? [];
  return block instanceof Promise ? block.then(find) : find(block);
}

/**
 * Returns undefined if the canonical chain has no such transaction.
 * @throws {Fault} `limit-exceeded` if its traces were too large to store; `debug_*` replays it.
 */
export function traceTransaction(chain: ReadChain, traces: Traces, hash: TxHash): Found {
  const location = chain.locate(hash);
  const header = location && chain.blocks.header(location.blockHash);
  if (location === undefined || header === undefined) return undefined;
  const { blockHash, index } = location;
  const block = traces.ofBlock(blockHash, header.number);
  const find = (block: DecodedTraces | undefined) => {
    const found = block?.ofTransaction(index);
    // Every transaction has at least its outermost call. An empty list means that there were too
    // many to store.
    if (found?.length === 0) throw new Fault(tooLarge);
    return found;
  };
  return block instanceof Promise ? block.then(find) : find(block);
}

const tooLarge = {
  code: "limit-exceeded",
  limit: "stored-trace-bytes",
  max: traceBytesBase,
} as const;
