/** The chain as a whole: what is written goes through its one queue, what is read comes from here. */

import type { Submission } from "@tandem/consensus";
import type {
  Block,
  BlockHash,
  BlockRef,
  ChainSpec,
  HeadMoved,
  SignedTransaction,
  StateReader,
  StoredBlock,
  SyncStatus,
  TxHash,
} from "@tandem/primitives";
import { whenLoaded } from "@tandem/primitives";
import { isSliceOver, nextSlice, runYielding, SerialQueue, Topic } from "@tandem/runtime";
import { createExecutor, type Executor } from "@tandem/state";
import { type Batch, type Location, table } from "@tandem/store";
import { type ChainOptions, devSettingsOf } from "./chain-options.js";
import { type Controls, createControls } from "./dev/controls.js";
import type { DevSettings } from "./dev/dev-settings.js";
import type { DevSettingsState } from "./dev/dev-settings-state.js";
import { createDevelopment, type Development } from "./dev/development.js";
import { type EditRequest, editHead } from "./dev/edit-head.js";
import { openSnapshots } from "./dev/snapshots.js";
import { type Executed, type Imported, importBlock } from "./import/import-block.js";
import { importRawBlocks } from "./import/import-raw.js";
import { readSiblings } from "./import/siblings.js";
import { describeLoss, loadHead } from "./import/start.js";
import { stateSource } from "./import/state-rows.js";
import { createSync } from "./import/sync.js";
import { createBuildTip } from "./mining/build-tip.js";
import { mineSubmitted } from "./mining/inclusion.js";
import { createMiner, type Miner } from "./mining/miner.js";
import { type SubmittedWork, submitWork } from "./mining/outside-submission.js";
import { type PendingBlock, pendingBlocks } from "./mining/pending.js";
import { createWorkCache, type OfferedWork } from "./mining/work-cache.js";
import { createImpersonated, type Impersonated } from "./pool/impersonated.js";
import { createPool, type Pool } from "./pool/pool.js";
import { savePool, takeSavedPool } from "./pool/saved-pool.js";
import { createSenderPrefetch } from "./pool/sender-prefetch.js";
import { followHead, refillPool, submitRaw } from "./pool/submit.js";
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
  /** Accounts at the head. */
  headState(): StateReader;
  /** Hash of the canonical block a reference names; undefined when there is none, or for pending. */
  resolve(ref: BlockRef): Uint8Array | undefined;
  /** Returns where on the canonical chain a transaction is, or undefined. */
  locate(hash: TxHash): Location | undefined;
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
   * @param raw one that is made from the pool, with its sender's next nonce say, is made when its
   * turn has come: nothing happens between.
   * @param source the client that brings it, which has a share of the pool.
   * @throws {Fault} `transaction-refused`, `limit-exceeded`; `no-space` where its block could not be
   * written: then it is not in the pool either.
   */
  submit(raw: Uint8Array | (() => Uint8Array), source?: string): Promise<TxHash>;
  /** Raw transactions that will be submitted in a moment: what can be done before is done. */
  prefetchSenders(raws: readonly Uint8Array[]): void;
  /** What a miner outside may work on, whatever else makes blocks. */
  work(): Promise<OfferedWork>;
  /**
   * Takes in what such a miner found.
   * @throws {Fault} `mining-refused` or `limit-exceeded`
   */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Uncles and branches on demand. */
  readonly development: Development;
  /** Time, mining and history in a developer's hands. */
  readonly controls: Controls;
  /** When blocks are, by the chain's own clock. */
  readonly time: Pick<DevSettings, "nowMs" | "nowSeconds" | "timestampOn" | "version">;
  /**
   * Changes the state after the head by hand, without a block: development chains only.
   * @param request what accounts should look like, given the state as it is.
   * @throws {Fault} `bad-request`
   */
  edit(request: EditRequest): Promise<void>;
  /** Whose transactions are taken without a key. */
  readonly impersonated: Impersonated;
  /** Calls `listener` with the head's hash after every edit of the state after it. */
  onEdited(listener: (head: BlockHash) => void): () => void;
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
  /** Begins mining. */
  start(): void;
  /** Ends mining and waits for what is being written. The store stays open. */
  stop(): Promise<void>;
}

/** @throws {Fault} `unusable-data` when the store holds another chain. */
export async function openChain(options: ChainOptions): Promise<Chain> {
  const { spec, store, clock, logger } = options;
  const blocks = readBlocks(store, spec);
  const source = { ...stateSource(store), remote: options.remote };
  const executor = createExecutor({ ...spec, source, clock });
  let head = await loadHead(store, spec, blocks, options.remote);
  const loss = describeLoss(store, blocks, head);
  const pool = createPool();
  const writer = new SerialQueue();
  const moved = new Topic<HeadMoved>(logger);
  const pending = new Topic<SignedTransaction>(logger);
  const edited = new Topic<BlockHash>(logger);
  const headState = () => executor.reader(blocks.edits.after(head));
  const impersonated = createImpersonated();
  const submission = { spec, pool, head: () => head, headState, pending, impersonated };
  const prefetch = createSenderPrefetch(spec, () => head);
  const devSettings = devSettingsOf(options, () => head);
  const building = { spec, executor, pool, settings: devSettings.settings, blocks, clock, source };

  /** The database has a new head: first those learn of it who blocks are made with, then all. */
  const stand = (event: HeadMoved, block: StoredBlock) => {
    head = block;
    store.noteNewest(block.header.number, block.hash);
    if (event.removed.length > 0) blocks.forgetLocations();
    buildTip.headMoved(event);
  };
  const announce = (event: HeadMoved) => {
    moved.publish(event);
    sync.headMoved();
  };
  const importQuietly = (block: Block, executed?: Executed) =>
    writer.run(async () => {
      const { header } = block;
      const alongside = (batch: Batch) => {
        const turned = devSettings.afterBlock(header);
        if (turned !== undefined) devSettings.write(batch, turned);
      };
      const context = { spec, store, blocks, executor, clock: devSettings.judging, alongside };
      const imported = await importBlock(context, head, block, executed);
      if (imported.status === "head") {
        const { event } = imported;
        stand(event, imported.block);
        const turned = devSettings.afterBlock(header);
        if (turned !== undefined) devSettings.apply(turned);
        await runYielding(followHead(submission, event));
        announce(event);
      }
      return imported;
    });
  const importOne = async (block: Block, executed?: Executed) => {
    const imported = await importQuietly(block, executed);
    if (imported.status === "head") void miner.wake();
    return imported;
  };

  const sync = createSync(logger, () => head.header.number);
  const buildTip = createBuildTip(() => head);
  const siblings = readSiblings(store, blocks, blocks.onRemembered);
  const templating = { ...building, head: () => head, siblings: siblings.of, time: devSettings };
  const works = createWorkCache(templating);
  const mining = {
    ...templating,
    logger,
    buildTip,
    import: importOne,
    onHeadMoved: moved.listen,
    onEdited: edited.listen,
    hasReadyTransactions: () => pool.hasReady(executor.reader(blocks.edits.after(buildTip.tip()))),
  };
  const { createSealer } = options.mining;
  let sealer = createSealer(head);
  const turn = (change: (state: DevSettingsState) => DevSettingsState) =>
    writer.run(async () => {
      const next = change(devSettings.state);
      const batch = store.batch();
      devSettings.write(batch, next);
      await batch.commit();
      devSettings.apply(next);
      return next;
    });
  // A chain that begins at a time of its own goes on from it when it is opened again.
  const isUnwritten = store.get(table.devSettings, "only") === undefined;
  if (options.time !== undefined && isUnwritten) await turn((state) => state);
  const waited = await takeSavedPool(store, spec, head.header.number + 1);
  if (waited.length > 0) await whenLoaded(() => runYielding(refillPool(submission, waited)));
  const miner = createMiner({
    ...mining,
    sealer: () => sealer,
    when: () => devSettings.state,
    async onInterval(milliseconds) {
      if (options.time?.isVirtual) {
        await turn((state) => devSettings.readingMs(devSettings.nowMs() + milliseconds, state));
      }
    },
  });
  const controls = createControls({
    store,
    blocks,
    pool,
    devSettings,
    snapshots: await openSnapshots(store, spec),
    writer,
    miner,
    head: () => head,
    rival: { ...mining, import: importQuietly },
    maker: mining,
    async moved(event, block, settle) {
      siblings.forget();
      stand(event, block);
      await settle();
      announce(event);
    },
    undone(target) {
      buildTip.choose(undefined);
      works.forget();
      sealer = createSealer(target);
    },
    follow: (event) => runYielding(followHead(submission, event)),
    refill: (transactions) => runYielding(refillPool(submission, transactions)),
    turn,
  });

  return {
    spec,
    loss,
    blocks,
    executor,
    pool,
    miner,
    head: () => head,
    headState,
    resolve: (ref) => resolveRef(ref, head, blocks),
    locate: (hash) => locateTransaction(hash, head, blocks, writer.isBusy()),
    pending: pendingBlocks({ ...building, time: devSettings }, () => head),
    import: importOne,
    importRaw(raws, highestBlock) {
      if (highestBlock !== undefined) sync.setHighestBlock(highestBlock);
      return importRawBlocks(raws, spec, importOne);
    },
    syncing: sync.status,
    onSyncing: sync.listen,
    prefetchSenders: prefetch.prefetchSenders,
    async submit(raw, source) {
      const arrived = typeof raw === "function" ? undefined : await prefetch.take(raw);
      if (isSliceOver()) await nextSlice();
      const bytes = typeof raw === "function" ? raw() : raw;
      const { transaction, isReady } = submitRaw(submission, bytes, arrived, source);
      // On a branch that was chosen it may be ready though it is not on the head.
      const canBeMined = isReady || buildTip.isChosen;
      if (!canBeMined || !devSettings.state.isAutomine) return transaction.hash;
      await mineSubmitted({ pool, miner, listen: moved.listen }, transaction);
      return transaction.hash;
    },
    work: works.newest,
    submitWork: (found) => submitWork({ works, logger, import: importOne }, found),
    development: createDevelopment(mining, miner),
    controls,
    time: devSettings,
    async edit(request) {
      const context = { store, blocks, executor, pool };
      const { hash } = await writer.run(() => editHead(context, head, request));
      edited.publish(hash);
      void miner.wake();
    },
    impersonated,
    onEdited: edited.listen,
    onHeadMoved: moved.listen,
    onPendingTransaction: pending.listen,
    start: () => miner.start(),
    async stop() {
      sync.stop();
      await miner.stop();
      await writer.idle();
      await savePool(store, pool).catch((error) =>
        logger.error({ transactions: pool.size, error }, "what waits could not be kept"),
      );
    },
  };
}
