/** What a block reference names: a block of the chain, or a state that can be read and executed on. */
import type { Chain } from "@tandem/chain";
import type {
  BlockHash,
  BlockRef,
  StateReader,
  StateRoot,
  StoredBlock,
  UnsealedHeader,
} from "@tandem/primitives";
import type { Executor } from "@tandem/state";

export const isPending = (ref: BlockRef): boolean => "tag" in ref && ref.tag === "pending";

/** Undefined when there is no such block, and for the pending one, which is not made yet. */
export function blockAt({ blocks, resolve }: Chain, ref: BlockRef): StoredBlock | undefined {
  const hash = resolve(ref);
  return hash && blocks.block(hash);
}

/** A state, and the header of the block it is after. */
export interface LocatedState {
  readonly header: UnsealedHeader;
  /** The header's, unless the state was edited since. */
  readonly root: StateRoot;
  /** Knows the nodes of this state, those of the pending one too. */
  readonly executor: Executor;
  /** The newest block behind it that stands: where BLOCKHASH looks back from. */
  readonly tip: BlockHash;
}

/** Undefined when there is no such block. */
export async function stateOf(chain: Chain, ref: BlockRef): Promise<LocatedState | undefined> {
  if (!isPending(ref)) return standingAt(chain, ref);
  const { header, executor, parent } = await chain.pending();
  return { header, root: header.stateRoot, executor, tip: parent.hash };
}

/** The same, without a promise, of a block that stands. */
function standingAt(chain: Chain, ref: BlockRef): LocatedState | undefined {
  const head = chain.head();
  const tip = chain.resolve(ref);
  if (tip === undefined) return undefined;
  const header = tip === head.hash ? head.header : chain.blocks.header(tip);
  if (header === undefined) return undefined;
  const root = chain.blocks.edits.after({ hash: tip, header });
  return { header, root, executor: chain.executor, tip };
}

const readerOf = (at: LocatedState | undefined) => at?.executor.reader(at.root);

/** Accounts after a block, at once for one that stands. Undefined when there is no such block. */
export function readerAt(
  chain: Chain,
  ref: BlockRef,
): Promise<StateReader | undefined> | StateReader | undefined {
  return isPending(ref) ? stateOf(chain, ref).then(readerOf) : readerOf(standingAt(chain, ref));
}
