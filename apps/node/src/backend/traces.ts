/** Reads stored traces of a block or a transaction. */

import type { Traces } from "@tandem/chain";
import { type BlockRef, Fault, type LocatedTrace, type TxHash } from "@tandem/primitives";
import { after } from "@tandem/runtime";
import { traceBytesBase } from "@tandem/state";
import type { ReadChain } from "./read-chain.js";

/** Is a promise if many traces are decoded in time slices. */
type Found = readonly LocatedTrace[] | undefined | Promise<readonly LocatedTrace[] | undefined>;

/**
 * Returns undefined if there is no such block; genesis has no traces.
 * @throws {Fault} `limit-exceeded` if the traces of a transaction were too large to store.
 */
export function traceBlock({ blocks, resolve }: ReadChain, traces: Traces, ref: BlockRef): Found {
  const hash = resolve(ref);
  const header = hash && blocks.header(hash);
  if (hash === undefined || header === undefined) return undefined;
  return after(traces.ofBlock(hash, header.number), (found) => {
    if (found?.isComplete === false) throw new Fault(tooLarge);
    return found?.all() ?? [];
  });
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
  return after(traces.ofBlock(blockHash, header.number), (block) => {
    const found = block?.ofTransaction(index);
    // Every transaction has at least its outermost call, unless there were too many to store.
    if (found?.length === 0) throw new Fault(tooLarge);
    return found;
  });
}

const tooLarge = {
  code: "limit-exceeded",
  limit: "stored-trace-bytes",
  max: traceBytesBase,
} as const;
