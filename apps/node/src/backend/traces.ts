/** Stored traces, by what a request names: a block, a transaction. */
import { type Chain, type LocatedTrace, tracesOfBlock } from "@tandem/chain";
import type { BlockRef, TxHash } from "@tandem/primitives";
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

/** Undefined when the canonical chain has no such transaction. */
export function traceTransaction(
  chain: Chain,
  store: Store,
  hash: TxHash,
): LocatedTrace[] | undefined {
  const location = chain.blocks.location(hash);
  if (location === undefined) return undefined;
  const traces = traceBlock(chain, store, { hash: location.blockHash });
  return traces?.filter(({ transactionPosition }) => transactionPosition === location.index);
}
