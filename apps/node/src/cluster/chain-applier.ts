/** Applies the records of a log to the chain of this node. */
import { type Chain, type LoggedBlock, sideBlocks } from "@tandem/chain";
import { uncleGenerationsMax } from "@tandem/consensus";
import { fromHex, isEqual, type StoredBlock } from "@tandem/primitives";
import { type Applier, encodePosition, type Position } from "@tandem/replication";
import type { Store } from "@tandem/store";
import { blocksOf, idOf, isNamedRecord, namedBy, recordsOf } from "./block-record.js";
import { clusterLimits } from "./limits.js";
import { positionIn } from "./snapshots.js";

interface Listener extends Pick<Applier, "sealerChanged" | "sealingChanged"> {
  /** Called with the import of each record. */
  applying(record: Promise<void>): void;
  /**
   * Called with the blocks, if any, that the log lacks since it was lost, parents first.
   * @returns whether the sealer has appended them. It does not reject.
   */
  lost(blocks: readonly StoredBlock[]): Promise<boolean>;
  /** Called when all records up to a position of the log are applied, and the last one is the head. */
  applied(position: Position): void;
}

/**
 * @param takesFacts whether the facts of the sealer are imported, and its blocks not executed.
 * @param on receives the applied positions and the sealer.
 */
export function chainApplier(
  chain: Chain,
  store: Store,
  takesFacts: boolean,
  on: Listener,
): Applier {
  /** The blocks of records that were prepared, and not applied yet. */
  const prepared = new WeakMap<Uint8Array, LoggedBlock[]>();
  const blocksIn = (body: Uint8Array): LoggedBlock[] =>
    // A copy does not keep a record whose facts are not taken in memory.
    takesFacts
      ? blocksOf(body)
      : blocksOf(body).map(({ raw, facts }) => ({ raw: facts === undefined ? raw : raw.slice() }));
  return {
    position: () => positionIn(store),
    isRecord: isNamedRecord,
    prepare({ body }) {
      const [first, ...others] = blocksIn(body);
      if (first === undefined) return;
      const decoded = chain.decodeAhead(first);
      // Its error is reported when the block is imported.
      decoded.catch(() => {});
      prepared.set(body, [{ ...first, decoded }, ...others]);
    },
    async apply({ body }, position) {
      const blocks = prepared.get(body) ?? blocksIn(body);
      const imported = chain.importLogged(blocks, encodePosition(position));
      on.applying(imported);
      await imported;
      // New nodes must not begin with a head that the log does not have.
      if (position.id === idOf(chain.head())) on.applied(position);
    },
    behind(id) {
      const highest = namedBy(id)?.height;
      if (highest !== undefined) chain.expect(highest);
    },
    newestId: () => idOf(chain.head()),
    newerOf: (known, id) => (heightOf(id) < heightOf(known) ? (known ?? id) : id),
    bringBack: async (id, newestId) => on.lost(blocksBeside(chain, id, newestId)),
    async *missing(id, lost) {
      yield* missingRecords(chain, id, lost);
      if (id === undefined || lost.length > 0) yield* recordsBeside(chain, store, id);
      if (lost.length > 0) void on.lost([]);
    },
    ...on,
  };
}

/** Returns the height in the id of a record, and a lower one than any block has if there is none. */
const heightOf = (id: string | undefined): number => namedBy(id ?? "")?.height ?? -1;

/** Yields the canonical blocks above the newest one that a log has, and then those that lead to lost ones. */
async function* missingRecords(chain: Chain, id: string | undefined, lost: readonly string[]) {
  yield* recordsOf(missingBlocks(chain, id));
  const newestId = idOf(chain.head());
  for (const one of lost) yield* recordsOf(blocksBeside(chain, one, newestId));
}

/** Yields the blocks beside the chain that a log has lost. It may have some of the first ones. */
async function* recordsBeside(chain: Chain, store: Store, id: string | undefined) {
  const { blocks } = chain;
  const from = Math.max(blocks.first, lastShared(chain, id) - uncleGenerationsMax) + 1;
  for await (const group of sideBlocks({ store, blocks, head: chain.head(), from })) {
    yield* recordsOf(group);
  }
}

function* missingBlocks(chain: Chain, id: string | undefined): Generator<StoredBlock> {
  const { blocks } = chain;
  const highest = chain.head().header.number;
  for (let height = lastShared(chain, id) + 1; height <= highest; height++) {
    const hash = blocks.canonicalHash(height);
    const block = hash && blocks.block(hash);
    if (block === undefined) throw new Error(`block ${height} is missing`);
    yield block;
  }
}

/** Returns the height of the newest canonical block that the log also has. */
function lastShared({ blocks }: Chain, id: string | undefined): number {
  const named = id === undefined ? undefined : namedBy(id);
  let block = named && blocks.block(fromHex(named.hash));
  while (block !== undefined && !blocks.isCanonical(block.hash, block.header.number)) {
    block = blocks.block(block.header.parentHash);
  }
  return block?.header.number ?? blocks.first;
}

/**
 * Returns the blocks that lead to a block of this node and not to the newest one of the log, parents
 * first; none if they are too many, so that most of the log is missing.
 */
function blocksBeside({ blocks }: Chain, id: string, newestId: string): StoredBlock[] {
  const find = (named: string) => {
    const hash = namedBy(named)?.hash;
    return hash === undefined ? undefined : blocks.block(fromHex(hash));
  };
  const parentOf = ({ header }: StoredBlock) => blocks.block(header.parentHash);
  let [own, other] = [find(id), find(newestId)];
  const beside: StoredBlock[] = [];
  while (own !== undefined && other !== undefined && !isEqual(own.hash, other.hash)) {
    if (own.header.number < other.header.number) {
      other = parentOf(other);
      continue;
    }
    beside.unshift(own);
    if (beside.length > clusterLimits.lostBlocksMax) return [];
    own = parentOf(own);
  }
  return beside;
}
