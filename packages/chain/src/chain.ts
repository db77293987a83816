/** The chain as a whole: all writes pass through its one queue, and all reads start here. */

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
import { type Cancellation, cancellationOf } from "@tandem/runtime";
import { createExecutor, type Executor } from "@tandem/state";
import type { Location } from "@tandem/store";
import type { BlockTemplate } from "./building/build-block.js";
import type { DevSettings } from "./building/dev-settings.js";
import type { PendingBlock } from "./building/pending.js";
import { type ChainOptions, devSettingsOf } from "./chain-options.js";
import type { EditRequest } from "./import/edit-head.js";
import { FactsVerifier } from "./import/facts-verifier.js";
import { HeadWriter } from "./import/head-writer.js";
import {
  type DecodedBlock,
  importLoggedBlocks,
  importRawBlocks,
  type LoggedBlock,
} from "./import/import-raw.js";
import type { Imported } from "./import/imported.js";
import { describeLoss, loadHead } from "./import/start.js";
import type { Miner } from "./mining/miner.js";
import { type Submissions, submissionsTo } from "./mining/submissions.js";
import { type MiningParts, type OpenedMining, openMining } from "./open-mining.js";
import type { Impersonated } from "./pool/impersonated.js";
import { Pool } from "./pool/pool.js";
import { savePool, takeSavedPool } from "./pool/saved-pool.js";
import { createSenderPrefetch } from "./pool/sender-prefetch.js";
import { type Blocks, readBlocks } from "./reads/blocks.js";
import { locateTransaction, resolveRef } from "./reads/resolve-ref.js";
import { openGivenRows, sourceOver, stateSource } from "./rows/state-rows.js";

export interface Chain extends Submissions {
  readonly spec: ChainSpec;
  /**
   * A sentence that names acknowledged writes which the database lacks; undefined if it has all of
   * them.
   */
  readonly loss: string | undefined;
  readonly blocks: Blocks;
  readonly executor: Executor;
  readonly pool: Pool;
  /**
   * Resolves once the pool is of the head; undefined if it is. After a reorg it takes the transactions of removed
   * blocks back in steps, and until then knows too low a nonce of their senders. Submissions and the pending block
   * wait for it.
   */
  poolUpdated(): Promise<void> | undefined;
  /**
   * Resolves once the writes under way have ended, and the pool is of the head; undefined if there are none, or if
   * they wait for a log. A transaction that is neither on the chain nor in the pool may be in one of them afterwards: the
   * rows of a removed block are gone before the head moves.
   */
  written(): Promise<void> | undefined;
  readonly miner: Miner;
  head(): StoredBlock;
  /** Returns the accounts after the head. */
  headState(): StateReader;
  /**
   * Returns the hash of the canonical block that a reference names; undefined if there is none, or
   * for `pending`.
   */
  resolve(ref: BlockRef): Uint8Array | undefined;
  /** Returns the position of a transaction on the canonical chain, or undefined. */
  locate(hash: TxHash): Location | undefined;
  /** Returns the next block, as it would be built now. */
  pending(): Promise<PendingBlock>;
  import(block: Block, template?: BlockTemplate): Promise<Imported>;
  /**
   * Imports RLP blocks of the log that this node follows.
   * @param position the blocks' position in the log, which is written with the last block.
   * @throws {Fault} `bad-request` at the first block that is refused.
   */
  importLogged(blocks: readonly LoggedBlock[], position: string): Promise<void>;
  /**
   * Decodes a block of the log while the one before it is imported, and verifies its facts while that is written.
   * @throws {Fault} `unusable-data` or `transaction-refused` when the bytes are not a block, or not facts.
   */
  decodeAhead(logged: Pick<LoggedBlock, "raw" | "facts">): Promise<DecodedBlock>;
  /**
   * Imports RLP blocks in order.
   * @param highestBlock height of the last block that the client will submit: the node reports that
   * it is syncing until this block is the head.
   * @returns the number of new blocks. @throws {Fault} `bad-request` at the first that is refused.
   */
  importRaw(blocks: readonly Uint8Array[], highestBlock: number | undefined): Promise<number>;
  /**
   * Announces blocks up to this height: the node reports that it is syncing until the last one is
   * the head.
   */
  expect(highestBlock: number): void;
  /** Returns undefined while the node is not syncing. */
  syncing(): SyncStatus | undefined;
  /** Returns the number of messages that `@ethereumjs/evm` executed in place of the engine. */
  libraryRuns(): number;
  /** Calls `listener` when syncing begins, and with undefined when it ends. */
  onSyncing(listener: (status: SyncStatus | undefined) => void): () => void;
  /** Recovers the senders of raw transactions ahead of their submission. */
  prefetchSenders(raws: readonly Uint8Array[]): void;
  /** Returns work for a miner outside the node, in every mining mode. */
  work(): Promise<OfferedWork>;
  /**
   * Accepts a solution that an outside miner found.
   * @throws {Fault} `mining-refused` or `limit-exceeded`
   */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Returns the submissions of outside miners since the start. */
  submissions(): SubmissionReport;
  /** Mines uncles and branches on demand. */
  readonly development: Branching;
  /** Controls time, mining and history of a development chain. */
  readonly controls: Controls;
  /** Returns block times, by the chain's own clock. */
  readonly time: Pick<
    DevSettings,
    "nowMs" | "nowSeconds" | "timestampOn" | "requested" | "requestedPrevRandao" | "version"
  >;
  /**
   * Changes the state after the head without a block: development chains only.
   * @param request returns the accounts' new contents, given the present state.
   * @throws {Fault} `bad-request`
   * @throws an AbortError once it is cancelled; then nothing has changed.
   */
  edit(request: EditRequest, cancellation?: Cancellation): Promise<void>;
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

/**
 * Opens the chain of a store. @throws {Fault} `unusable-data` when the store holds another chain.
 * @throws an AbortError once `leaving` is aborted.
 */
export async function openChain(options: ChainOptions): Promise<Chain> {
  const { spec, store, logger, replication } = options;
  const blocks = readBlocks(store, spec);
  const givenRows = openGivenRows(store);
  const source = { ...sourceOver(stateSource(store), givenRows), remote: options.remote };
  const { callClock: clock = options.steadyClock } = options;
  const { tracer } = options;
  const executor = createExecutor({ ...spec, source, clock, ...options.execution });
  const cancellation = options.leaving && cancellationOf(options.leaving);
  const { remote, spell } = options;
  const stored = await loadHead(store, spec, blocks, { remote, cancellation, spell });
  const loss = describeLoss(store, blocks, stored);
  const { priceBump, admissionRule } = options;
  const pool = new Pool(
    priceBump === undefined ? {} : { replacementBumpPercent: BigInt(priceBump) },
  );
  const createSettings = (head: () => StoredBlock) => devSettingsOf(options, head);
  const facts = new FactsVerifier(givenRows);
  const writer = new HeadWriter(
    {
      spec,
      store,
      blocks,
      executor,
      facts,
      pool,
      logger,
      replication,
      tracer,
      createSettings,
      admissionRule,
    },
    stored,
  );
  if (options.time !== undefined) await writer.keepInitialSettings();
  const height = stored.header.number + 1;
  await takeSavedPool(store, { spec, height, cancellation }, (transactions) =>
    writer.restorePool(transactions, cancellation),
  );
  const parts = { options, blocks, source, executor, pool, writer, loss };
  return chainOf(parts, await openMining(parts));
}

interface ChainParts extends MiningParts {
  readonly loss: string | undefined;
}

/** Combines the reads, submissions and events of an opened chain. */
function chainOf(parts: ChainParts, mining: OpenedMining): Chain {
  const { options, blocks, executor, pool, writer, loss } = parts;
  const { spec, store, logger } = options;
  const { head, headState, poolUpdated, sync } = writer;
  const { miner } = mining;
  const { prefetchSenders, take } = createSenderPrefetch(spec, head);
  return {
    spec,
    loss,
    blocks,
    executor,
    pool,
    head,
    headState,
    poolUpdated,
    ...mining,
    prefetchSenders,
    written: () =>
      options.replication === undefined && writer.queue.isBusy() ? writer.queue.idle() : undefined,
    // Before that it would lack transactions that were in a block.
    pending: () => poolUpdated()?.then(mining.pending) ?? mining.pending(),
    resolve: (ref) => resolveRef(ref, head(), blocks, options.isHeadFinal),
    locate: (hash) => locateTransaction(hash, head(), blocks, writer.queue.isBusy()),
    importRaw(raws, highestBlock) {
      if (highestBlock !== undefined) sync.setHighestBlock(highestBlock);
      return importRawBlocks(raws, { spec, pool }, mining.import);
    },
    decodeAhead: (logged) => writer.decodeAhead(logged),
    importLogged: (logged, position) =>
      importLoggedBlocks(logged, { spec, pool }, logger, (block, isLast, facts) =>
        writer.importLogged(block, isLast ? position : undefined, facts),
      ),
    expect: sync.setHighestBlock,
    syncing: sync.status,
    libraryRuns: executor.libraryRuns,
    onSyncing: sync.listen,
    ...submissionsTo({ pool, writer, miner, take }),
    time: writer.settings,
    async edit(request, cancellation) {
      await writer.edit(request, cancellation);
      miner.wake();
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
        logger.error(
          { transactions: pool.size, error },
          "the pending transactions could not be saved",
        ),
      );
    },
  };
}
