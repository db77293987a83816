/** Resolves block references to a block of the chain, or to a state that can be read and executed on. */
import type {
  BlockHash,
  BlockRef,
  StateReader,
  StateRoot,
  StoredBlock,
  UnsealedHeader,
} from "@tandem/primitives";
import type { Executor } from "@tandem/state";
import type { ReadChain } from "./read-chain.js";

export const isPending = (ref: BlockRef): boolean => "tag" in ref && ref.tag === "pending";

/** Returns the block, or undefined for an unknown or pending one. */
export function blockAt({ blocks, resolve }: ReadChain, ref: BlockRef): StoredBlock | undefined {
  const hash = resolve(ref);
  return hash && blocks.block(hash);
}

/** A state, and the header of the block it follows. */
export interface LocatedState {
  readonly header: UnsealedHeader;
  /** The state root of the header, or of the state after edits. */
  readonly root: StateRoot;
  /** Reads the nodes of this state, including those of the pending block. */
  readonly executor: Executor;
  /** The value that opcode 0x44 returns in the block, if that is not the difficulty. */
  readonly prevRandao: bigint | undefined;
  /** The newest mined block before the state, which BLOCKHASH starts at. */
  readonly tip: BlockHash;
}

/** Returns the state, or undefined if there is no such block. */
export async function stateOf(chain: ReadChain, ref: BlockRef): Promise<LocatedState | undefined> {
  if (!isPending(ref)) return standingAt(chain, ref);
  const { header, executor, parent, prevRandao } = await chain.pending();
  return { header, root: header.stateRoot, executor, prevRandao, tip: parent.hash };
}

/** Returns the state after a mined block synchronously. */
function standingAt(chain: ReadChain, ref: BlockRef): LocatedState | undefined {
  const head = chain.head();
  const tip = chain.resolve(ref);
  if (tip === undefined) return undefined;
  const header = tip === head.hash ? head.header : chain.blocks.header(tip);
  if (header === undefined) return undefined;
  const block = { hash: tip, header };
  const root = chain.blocks.edits.after(block);
  const prevRandao = chain.blocks.prevRandao(block);
  return { header, root, executor: chain.executor, prevRandao, tip };
}

const readerOf = (at: LocatedState | undefined) => at?.executor.reader(at.root);

/**
 * Returns a reader of the accounts after a block, synchronously for a mined one; undefined if there is
 * no such block.
 */
export function readerAt(
  chain: ReadChain,
  ref: BlockRef,
): Promise<StateReader | undefined> | StateReader | undefined {
  return isPending(ref) ? stateOf(chain, ref).then(readerOf) : readerOf(standingAt(chain, ref));
}
