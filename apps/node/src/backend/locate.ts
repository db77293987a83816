/** Resolves block references to a block of the chain, or to a state that can be read and executed on. */
import type {
  BlockHash,
  BlockRef,
  Header,
  StateReader,
  StateRoot,
  StoredBlock,
  UnsealedHeader,
} from "@tandem/primitives";
import type { Executor } from "@tandem/state";
import type { ReadChain } from "./read-chain.js";

export const isPending = (ref: BlockRef): boolean => "tag" in ref && ref.tag === "pending";

/** Returns the header of a block; undefined for an unknown or pending one. */
export function headerAt(
  { resolve, blocks }: Pick<ReadChain, "blocks" | "resolve">,
  ref: BlockRef,
): Header | undefined {
  const hash = resolve(ref);
  return hash && blocks.header(hash);
}

/** Reads the block in steps. Resolves to undefined for an unknown or pending one. */
export async function blockAt(
  { blocks, resolve }: ReadChain,
  ref: BlockRef,
): Promise<StoredBlock | undefined> {
  const hash = resolve(ref);
  if (hash === undefined) return undefined;
  const preparing = blocks.prepare(hash);
  if (preparing !== undefined) await preparing;
  return blocks.block(hash);
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

/**
 * Returns the state, synchronously for a mined block; undefined if there is no such block.
 */
export function stateOf(
  chain: ReadChain,
  ref: BlockRef,
): LocatedState | undefined | Promise<LocatedState> {
  if (isPending(ref)) return pendingState(chain);
  const found = minedAt(chain, ref);
  if (found === undefined) return undefined;
  const { block, root, executor } = found;
  const prevRandao = chain.blocks.prevRandao(block);
  return { header: block.header, root, executor, prevRandao, tip: block.hash };
}

async function pendingState(chain: ReadChain): Promise<LocatedState> {
  const { header, executor, parent, prevRandao } = await chain.pending();
  return { header, root: header.stateRoot, executor, prevRandao, tip: parent.hash };
}

interface MinedState {
  readonly block: { readonly hash: BlockHash; readonly header: Header };
  readonly root: StateRoot;
  readonly executor: Executor;
}

/** Returns the state after a mined block synchronously, without what only executions need. */
function minedAt(
  { head, resolve, blocks, executor }: ReadChain,
  ref: BlockRef,
): MinedState | undefined {
  const { hash, header: newest } = head();
  const tip = resolve(ref);
  if (tip === undefined) return undefined;
  const header = tip === hash ? newest : blocks.header(tip);
  if (header === undefined) return undefined;
  const block = { hash: tip, header };
  return { block, root: blocks.edits.after(block), executor };
}

const readerOf = (at: Pick<LocatedState, "executor" | "root"> | undefined) =>
  at?.executor.reader(at.root);

/**
 * Returns a reader of the accounts after a block, synchronously for a mined one; undefined if there is
 * no such block.
 */
export function readerAt(
  chain: ReadChain,
  ref: BlockRef,
): Promise<StateReader | undefined> | StateReader | undefined {
  return isPending(ref) ? pendingState(chain).then(readerOf) : readerOf(minedAt(chain, ref));
}
