/** What a block reference names: a block of the chain, or a state that can be read and executed on. */
import type { Chain } from "@tandem/chain";
import type { BlockHash, BlockRef, StoredBlock, UnsealedHeader } from "@tandem/primitives";
import type { Executor } from "@tandem/state";

export const isPending = (ref: BlockRef): boolean => "tag" in ref && ref.tag === "pending";

/** Undefined when there is no such block, and for the pending one, which is not made yet. */
export function blockAt({ blocks, resolve }: Chain, ref: BlockRef): StoredBlock | undefined {
  const hash = resolve(ref);
  return hash && blocks.block(hash);
}

/** A state by the header that has its root. */
export interface LocatedState {
  readonly header: UnsealedHeader;
  /** Knows the nodes of this state, those of the pending one too. */
  readonly executor: Executor;
  /** The newest block behind it that stands: where BLOCKHASH looks back from. */
  readonly tip: BlockHash;
}

/** Undefined when there is no such block. */
export async function stateOf(chain: Chain, ref: BlockRef): Promise<LocatedState | undefined> {
  if (isPending(ref)) {
    const { header, executor, parent } = await chain.pending();
    return { header, executor, tip: parent.hash };
  }
  const tip = chain.resolve(ref);
  const header = tip && chain.blocks.header(tip);
  if (tip === undefined || header === undefined) return undefined;
  return { header, executor: chain.executor, tip };
}
