/** The chain as a whole: what is written goes through its one queue, what is read comes from here. */

import type {
  Block,
  BlockHash,
  BlockRef,
  Branching,
  ChainSpec,
  Controls,
  HeadMoved,
  OfferedWork,
  SignedTransaction,
  StateReader,
  StoredBlock,
  Submission,
  SubmissionReport,
  SubmittedWork,
  SyncStatus,
  TxHash,
} from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { createExecutor, type Executor } from "@tandem/state";
import type { Location } from "@tandem/store";
import { type ChainOptions, devSettingsOf } from "./chain-options.js";
import type { DevSettings } from "./dev/dev-settings.js";
import type { EditRequest } from "./dev/edit-head.js";
import { HeadWriter } from "./import/head-writer.js";
import type { Executed, Imported } from "./import/import-block.js";
import { importLoggedBlocks, importRawBlocks, type LoggedBlock } from "./import/import-raw.js";
import { describeLoss, loadHead } from "./import/start.js";
import { stateSource } from "./import/state-rows.js";
import { mineSubmitted } from "./mining/inclusion.js";
import type { Miner } from "./mining/miner.js";
import { type MiningParts, type OpenedMining, openMining } from "./mining/open-mining.js";
import type { PendingBlock } from "./mining/pending.js";
import type { Impersonated } from "./pool/impersonated.js";
import { createPool, type Pool } from "./pool/pool.js";
import { savePool, takeSavedPool } from "./pool/saved-pool.js";
import { createSenderPrefetch } from "./pool/sender-prefetch.js";
import { submitRaw } from "./pool/submit.js";
import { type Blocks, readBlocks } from "./reads/blocks.js";
import { locateTransaction, resolveRef } from "./reads/resolve-ref.js";

export interface Chain {
  readonly spec: ChainSpec;
  /** A sentence on what the database lacks of what was acknowledged; undefined where it has all. */
  readonly loss: string | undefined;
  readonly blocks: Blocks;
  readonly executor: Executor;
  readonly pool: Pool;
  readonly miner: Miner;
  head(): StoredBlock;
  /** Returns the accounts after the head. */
  headState(): StateReader;
  /** Hash of the canonical block a reference names; undefined when there is none, or for pending. */
  resolve(ref: BlockRef): Uint8Array | undefined;
  /** Returns where on the canonical chain a transaction is, or undefined. */
  locate(hash: TxHash): Location | undefined;
  /** The block that would come next. */
  pending(): Promise<PendingBlock>;
  import(block: Block, executed?: Executed): Promise<Imported>;
  /**
   * Imports RLP blocks of the log that this node follows.
   * @param position its place in the log, which is written with the last block.
   * @throws {Fault} `bad-request` at the first that is refused.
   */
  importLogged(blocks: readonly LoggedBlock[], position: string): Promise<void>;
  /**
   * Imports RLP blocks in order.
   * @param highestBlock height of the last block on its way: until it is head the node is catching up.
   * @returns how many were new. @throws {Fault} `bad-request` at the first that is refused.
   */
  importRaw(blocks: readonly Uint8Array[], highestBlock: number | undefined): Promise<number>;
  /** Notes that blocks up to this height are on their way: until the last is head the node is catching up. */
  expect(highestBlock: number): void;
  /** Undefined while the node is not catching up. */
  syncing(): SyncStatus | undefined;
  /** The number of messages that `@ethereumjs/evm` ran in the place of the engine. */
  libraryRuns(): number;
  /** Calls `listener` when catching up begins, and with undefined when it ends. */
  onSyncing(listener: (status: SyncStatus | undefined) => void): () => void;
  /**
   * Takes a raw transaction in; where blocks are made at once, resolves when its block stands.
   * @param raw one that is made from the pool, with its sender's next nonce say, is made when its
   * turn has come: nothing happens between. Its sender is known, and not recovered again.
   * @param source the client that brings it, which has a share of the pool.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`; `no-space` where its block could not be
   * written: then it is not in the pool either.
   */
  submit(raw: Uint8Array | (() => SignedTransaction), source?: string): Promise<TxHash>;
  /** Recovers the senders of raw transactions ahead of their submission. */
  prefetchSenders(raws: readonly Uint8Array[]): void;
  /** Returns work for a miner outside the node, in every mining mode. */
  work(): Promise<OfferedWork>;
  /**
   * Takes in what such a miner found.
   * @throws {Fault} `mining-refused` or `limit-exceeded`
   */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Returns what such miners submitted since the start. */
  submissions(): SubmissionReport;
  /** Uncles and branches on demand. */
  readonly development: Branching;
  /** Time, mining and history in a developer's hands. */
  readonly controls: Controls;
  /** Gives block times, by the chain's own clock. */
  readonly time: Pick<
    DevSettings,
    "nowMs" | "nowSeconds" | "timestampOn" | "requestedPrice" | "requestedPrevRandao" | "version"
  >;
  /**
   * Changes the state after the head by hand, without a block: development chains only.
   * @param request what accounts should look like, given the state as it is.
   * @throws {Fault} `bad-request`
   */
  edit(request: EditRequest): Promise<void>;
  /** The addresses whose transactions are accepted without a key. */
  readonly impersonated: Impersonated;
  /** Calls `listener` with the head's hash after every edit of the state after it. */
  onEdited(listener: (head: BlockHash) => void): () => void;
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
  /** Begins mining. */
  start(): void;
  /** Begins mining on a node that has followed the log until now. */
  beginSealing(): void;
  /** Ends mining and waits for what is being written. The store stays open. */
  stop(): Promise<void>;
}

/** @throws {Fault} `unusable-data` when the store holds another chain. */
export async function openChain(options: ChainOptions): Promise<Chain> {
  const { spec, store, logger, replication } = options;
  const blocks = readBlocks(store, spec);
  const source = { ...stateSource(store), remote: options.remote };
  const { clock, usesEngine, callRules, callGas, tracer } = options;
  const executor = createExecutor({ ...spec, source, clock, usesEngine, callRules, callGas });
  const stored = await loadHead(store, spec, blocks, options.remote);
  const loss = describeLoss(store, blocks, stored);
  const pool = createPool();
  const createSettings = (head: () => StoredBlock) => devSettingsOf(options, head);
  const writer = new HeadWriter(
    { spec, store, blocks, executor, pool, logger, replication, tracer, createSettings },
    stored,
  );
  if (options.time !== undefined) await writer.keepInitialSettings();
  await writer.restorePool(await takeSavedPool(store, spec, stored.header.number + 1));
  const parts = { options, blocks, source, executor, pool, writer, loss };
  return chainOf(parts, await openMining(parts));
}

function createdBy(create: () => SignedTransaction) {
  const decoded = create();
  return { bytes: decoded.raw, decoded };
}

interface ChainParts extends MiningParts {
  readonly loss: string | undefined;
}

/** Reads, submissions and events of an opened chain. */
function chainOf(parts: ChainParts, mining: OpenedMining): Chain {
  const { options, blocks, executor, pool, writer, loss } = parts;
  const { spec, store, logger } = options;
  const { head, sync } = writer;
  const { miner } = mining;
  const { prefetchSenders, take } = createSenderPrefetch(spec, head);
  return {
    ...{ spec, loss, blocks, executor, pool, head, prefetchSenders, ...mining },
    headState: writer.headState,
    resolve: (ref) => resolveRef(ref, head(), blocks),
    locate: (hash) => locateTransaction(hash, head(), blocks, writer.queue.isBusy()),
    importRaw(raws, highestBlock) {
      if (highestBlock !== undefined) sync.setHighestBlock(highestBlock);
      return importRawBlocks(raws, spec, mining.import);
    },
    importLogged: (logged, position) =>
      importLoggedBlocks(logged, spec, logger, (block, isLast, facts) =>
        writer.importLogged(block, isLast ? position : undefined, facts),
      ),
    expect: sync.setHighestBlock,
    syncing: sync.status,
    libraryRuns: executor.libraryRuns,
    onSyncing: sync.listen,
    async submit(raw, source) {
      const arrived = typeof raw === "function" ? undefined : await take(raw);
      if (isSliceOver()) await nextSlice();
      const { bytes, decoded } =
        typeof raw === "function" ? createdBy(raw) : { bytes: raw, decoded: arrived };
      const { transaction, isReady } = submitRaw(writer.submission, bytes, decoded, source);
      // On a branch that was chosen it may be ready though it is not on the head.
      const canBeMined = isReady || writer.buildTip.isChosen;
      if (!canBeMined || !writer.settings.state.isAutomine) return transaction.hash;
      await mineSubmitted({ pool, miner, listen: writer.moved.listen }, transaction);
      return transaction.hash;
    },
    time: writer.settings,
    async edit(request) {
      await writer.edit(request);
      void miner.wake();
    },
    impersonated: writer.impersonated,
    onEdited: writer.edited.listen,
    onHeadMoved: writer.moved.listen,
    onPendingTransaction: writer.pending.listen,
    start: () => miner.start(),
    async stop() {
      sync.stop();
      await miner.stop();
      await writer.queue.idle();
      await savePool(store, pool).catch((error) =>
        logger.error({ transactions: pool.size, error }, "what waits could not be kept"),
      );
    },
  };
}
