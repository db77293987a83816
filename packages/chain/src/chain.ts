/** The chain as a whole: what is written goes through its one queue, what is read comes from here. */

import type { Sealer, Submission } from "@tandem/consensus";
import type {
  Block,
  BlockRef,
  ChainSpec,
  Clock,
  HeadMoved,
  Logger,
  SignedTransaction,
  StateReader,
  StoredBlock,
  SyncStatus,
  TxHash,
} from "@tandem/primitives";
import { inTurns, isTurnOver, nextTurn } from "@tandem/primitives";
import { createExecutor, type Executor } from "@tandem/state";
import { type Store, table } from "@tandem/store";
import { createAnnouncer } from "./announcer.js";
import { type Blocks, readBlocks } from "./blocks.js";
import type { BuildSettings } from "./build-block.js";
import { createDevelopment, type Development } from "./development.js";
import { createExtension } from "./extension.js";
import { type Executed, type Imported, importBlock } from "./import-block.js";
import { importRawBlocks } from "./import-raw.js";
import { awaitInclusion } from "./inclusion.js";
import { chainLimits } from "./limits.js";
import { createMiner, type Miner, type MinerOptions } from "./miner.js";
import { type SubmittedWork, submitWork } from "./outside-submission.js";
import { createWorkBook, type OfferedWork } from "./outside-work.js";
import { type PendingBlock, pendingBlocks } from "./pending.js";
import { createPool, type Pool } from "./pool/pool.js";
import { readSiblings } from "./siblings.js";
import { loadHead } from "./start.js";
import { followHead, submitRaw } from "./submit.js";
import { createSync } from "./sync.js";
import { createWriter } from "./writer.js";

export interface ChainOptions {
  readonly spec: ChainSpec;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: BuildSettings;
  readonly mining: Omit<MinerOptions, "sealer"> & {
    /** Given the head the chain resumes from, who seals. */
    readonly createSealer: (head: StoredBlock) => Sealer;
  };
}

export interface Chain {
  readonly spec: ChainSpec;
  readonly blocks: Blocks;
  readonly executor: Executor;
  readonly pool: Pool;
  readonly miner: Miner;
  head(): StoredBlock;
  /** Accounts at the head. */
  headState(): StateReader;
  /** Hash of the canonical block a reference names; undefined when there is none, or for pending. */
  resolve(ref: BlockRef): Uint8Array | undefined;
  /** The block that would come next. */
  pending(): Promise<PendingBlock>;
  import(block: Block, executed?: Executed): Promise<Imported>;
  /**
   * Imports RLP blocks in order.
   * @param highestBlock height of the last block on its way: until it is head the node is catching up.
   * @returns how many were new. @throws {Fault} `bad-request` at the first that is refused.
   */
  importRaw(blocks: readonly Uint8Array[], highestBlock: number | undefined): Promise<number>;
  /** Undefined while the node is not catching up. */
  syncing(): SyncStatus | undefined;
  /** Calls `listener` when catching up begins, and with undefined when it ends. */
  onSyncing(listener: (status: SyncStatus | undefined) => void): () => void;
  /**
   * Takes a raw transaction in; where blocks are made at once, resolves when its block stands.
   * @throws {Fault} `transaction-refused`
   */
  submit(raw: Uint8Array): Promise<TxHash>;
  /** What a miner outside may work on, whatever else makes blocks. */
  work(): Promise<OfferedWork>;
  /**
   * Takes in what such a miner found.
   * @throws {Fault} `mining-refused` or `limit-exceeded`
   */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Uncles and branches on demand. */
  readonly development: Development;
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
  /** Begins mining. */
  start(): void;
  /** Ends mining and waits for what is being written. The store stays open. */
  stop(): Promise<void>;
}

/** @throws {Fault} `unusable-data` when the store holds another chain. */
export async function openChain(options: ChainOptions): Promise<Chain> {
  const { spec, store, clock, logger, settings } = options;
  const blocks = readBlocks(store, spec);
  const source = stateSource(store);
  const executor = createExecutor({ ...spec, source, clock });
  let head = await loadHead(store, spec, blocks);
  const pool = createPool();
  const writer = createWriter();
  const moved = createAnnouncer<HeadMoved>(logger);
  const pending = createAnnouncer<SignedTransaction>(logger);
  const headState = () => executor.reader(head.header.stateRoot);
  const submission = { spec, pool, head: () => head, headState, pending };
  const building = { spec, executor, pool, settings, blocks, clock, source };

  const importOne = (block: Block, executed?: Executed) =>
    writer.run(async () => {
      const imported = await importBlock(
        { spec, store, blocks, executor, clock },
        head,
        block,
        executed,
      );
      if (imported.status === "head") {
        head = imported.block;
        extension.headMoved(imported.event);
        await inTurns(followHead(submission, imported.event));
        moved.announce(imported.event);
        sync.headMoved();
        void miner.wake();
      }
      return imported;
    });

  const sync = createSync(logger, () => head.header.number);
  const extension = createExtension(() => head);
  const drafting = {
    ...building,
    head: () => head,
    siblings: readSiblings(store, blocks, blocks.onRemembered),
  };
  const works = createWorkBook(drafting);
  const mining = {
    ...drafting,
    logger,
    extension,
    import: importOne,
    onHeadMoved: moved.listen,
    hasReadyTransactions: () => pool.hasReady(executor.reader(extension.tip().header.stateRoot)),
  };
  const sealer = options.mining.createSealer(head);
  const miner = createMiner(mining, { ...options.mining, sealer });

  return {
    spec,
    blocks,
    executor,
    pool,
    miner,
    head: () => head,
    headState,
    resolve: (ref) => resolveRef(ref, head, blocks),
    pending: pendingBlocks(building, () => head),
    import: importOne,
    importRaw(raws, highestBlock) {
      if (highestBlock !== undefined) sync.expect(highestBlock);
      return importRawBlocks(raws, spec, importOne);
    },
    syncing: sync.status,
    onSyncing: sync.listen,
    async submit(raw) {
      if (isTurnOver()) await nextTurn();
      const { transaction, isReady } = submitRaw(submission, raw);
      // On a branch that was chosen it may be ready though it is not on the head.
      const canBeMined = isReady || extension.isChosen;
      if (!canBeMined || options.mining.mode !== "auto") return transaction.hash;
      // When the miner has nothing left to do the transaction was mined, dropped, or does not fit.
      const inclusion = awaitInclusion(transaction, moved.listen);
      await Promise.race([inclusion.happened, miner.wake()]).finally(inclusion.forget);
      return transaction.hash;
    },
    work: works.newest,
    submitWork: (found) => submitWork({ works, logger, import: importOne }, found),
    development: createDevelopment(mining, miner),
    onHeadMoved: moved.listen,
    onPendingTransaction: pending.listen,
    start: () => miner.start(),
    async stop() {
      sync.stop();
      await miner.stop();
      await writer.idle();
    },
  };
}

const stateSource = (store: Store) => ({
  node: (hash: Uint8Array) => store.get(table.nodes, hash),
  code: (hash: Uint8Array) => store.get(table.code, hash),
});

function resolveRef(ref: BlockRef, head: StoredBlock, blocks: Blocks): Uint8Array | undefined {
  if ("hash" in ref) {
    const header = blocks.header(ref.hash);
    if (header === undefined) return undefined;
    return ref.requireCanonical && !blocks.isCanonical(ref.hash, header.number)
      ? undefined
      : ref.hash;
  }
  if ("number" in ref) {
    return ref.number === head.header.number ? head.hash : blocks.canonicalHash(ref.number);
  }
  const behind = (depth: number) => blocks.canonicalHash(Math.max(0, head.header.number - depth));
  switch (ref.tag) {
    case "latest":
      return head.hash;
    case "earliest":
      return blocks.canonicalHash(0);
    case "safe":
      return behind(chainLimits.safeDepth);
    case "finalized":
      return behind(chainLimits.finalizedDepth);
    case "pending":
      return undefined;
  }
}
