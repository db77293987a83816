/**
 * The only place that changes the chain's head: imports, edits and changes of development settings
 * pass through one queue.
 */
import {
  type Block,
  type BlockHash,
  type ChainSpec,
  Fault,
  type HeadMoved,
  isEqual,
  type SignedTransaction,
  type StateReader,
  type StoredBlock,
  whenLoaded,
} from "@tandem/primitives";
import {
  type Cancellation,
  type Logger,
  runYielding,
  SerialQueue,
  Topic,
  type Tracer,
} from "@tandem/runtime";
import type { Executor, StateChange } from "@tandem/state";
import { type Batch, type Store, table } from "@tandem/store";
import type { BlockTemplate } from "../building/build-block.js";
import { type BuildTip, createBuildTip } from "../building/build-tip.js";
import type { DevSettings } from "../building/dev-settings.js";
import type { DevSettingsState } from "../building/dev-settings-state.js";
import type { Replication } from "../chain-options.js";
import { createImpersonated, type Impersonated } from "../pool/impersonated.js";
import type { Pool } from "../pool/pool.js";
import { settlePool } from "../pool/settle-pool.js";
import { type AdmissionRule, followHead, refillPool, type SubmitContext } from "../pool/submit.js";
import type { Blocks } from "../reads/blocks.js";
import type { BlockRows } from "../rows/block-rows.js";
import type { BlockFacts } from "./block-facts.js";
import { type EditRequest, editHead } from "./edit-head.js";
import type { FactsVerifier } from "./facts-verifier.js";
import { type ImportContext, importBlock } from "./import-block.js";
import { type DecodedBlock, decodeLogged, type LoggedBlock } from "./import-raw.js";
import type { Imported } from "./imported.js";
import { createSync, type Sync } from "./sync.js";

export interface HeadWriterOptions {
  readonly spec: ChainSpec;
  readonly store: Store;
  readonly blocks: Blocks;
  readonly executor: Executor;
  readonly pool: Pool;
  readonly logger: Logger;
  readonly replication: Replication | undefined;
  readonly facts: FactsVerifier;
  readonly tracer: Tracer | undefined;
  readonly admissionRule: AdmissionRule | undefined;
  /** Creates the development settings, which read the head as it changes. */
  readonly createSettings: (head: () => StoredBlock) => DevSettings;
}

/** Optional inputs of an import, and the rows to write with it. */
interface ImportWay extends Pick<ImportContext, "beforeWriting" | "given"> {
  readonly template?: BlockTemplate | undefined;
  /** Returns whether the block is still wanted, after every earlier write. */
  readonly isCurrent?: (() => boolean) | undefined;
}

export class HeadWriter {
  readonly queue: SerialQueue = new SerialQueue();
  readonly moved: Topic<HeadMoved>;
  readonly edited: Topic<BlockHash>;
  readonly pending: Topic<SignedTransaction>;
  readonly impersonated: Impersonated;
  readonly settings: DevSettings;
  readonly buildTip: BuildTip;
  readonly sync: Sync;
  readonly submission: SubmitContext;
  readonly #options: HeadWriterOptions;
  #head: StoredBlock;
  /** Is pending while the pool is brought to the head. */
  #poolUpdate: Promise<void> | undefined;

  constructor(options: HeadWriterOptions, head: StoredBlock) {
    const { spec, pool, logger } = options;
    this.#options = options;
    this.#head = head;
    this.impersonated = createImpersonated(spec);
    this.moved = new Topic(logger);
    this.edited = new Topic(logger);
    this.pending = new Topic(logger);
    this.settings = options.createSettings(this.head);
    this.buildTip = createBuildTip(this.head);
    this.sync = createSync(logger, () => this.#head.header.number);
    const { pending, impersonated, headState } = this;
    const next = {
      headState,
      requested: () => this.settings.requested(),
      rule: options.admissionRule,
      isAutomine: () => this.settings.state.isAutomine,
    };
    this.submission = { spec, pool, head: this.head, ...next, pending, impersonated };
  }

  readonly head = (): StoredBlock => this.#head;

  /** Returns the state after the head, with the edits made to it. */
  readonly headState = (): StateReader =>
    this.#options.executor.reader(this.#options.blocks.edits.after(this.#head));

  /**
   * Moves the head in memory to a block that is already the head in the database. The miner's tip
   * moves with it.
   */
  advance(event: HeadMoved, block: StoredBlock): void {
    const { store, blocks } = this.#options;
    this.#head = block;
    store.noteNewest(block.header.number, block.hash);
    if (event.removed.length > 0) blocks.clearLocationCache();
    this.buildTip.headMoved(event);
  }

  /** Publishes the event to subscribers once the pool is updated, or that has failed. */
  async announce(event: HeadMoved, update: Promise<void>): Promise<void> {
    await settlePool(update, this.#options.logger);
    this.moved.publish(event);
    this.sync.headMoved();
  }

  /**
   * Imports a block after every earlier write, and updates the pool if the head moves. The miner is
   * not woken.
   * @param template of a block that this node built itself, whose execution is not repeated.
   * @param isCurrent returns whether such a block is still wanted, after every earlier write.
   */
  import(block: Block, template?: BlockTemplate, isCurrent?: () => boolean): Promise<Imported> {
    const { replication } = this.#options;
    if (replication === undefined)
      return this.queue.run(() => this.#importNow(block, { template, isCurrent }));
    let isInLog = false;
    const beforeWriting = async (stored: StoredBlock, batch: Batch, rows: BlockRows) => {
      batch.put(table.logPosition, "only", await replication.append(stored, rows));
      isInLog = true;
    };
    return this.queue.run(async () => {
      try {
        return await this.#importNow(block, { template, isCurrent, beforeWriting });
      } catch (error) {
        if (!isInLog) throw error;
        replication.unwritten();
        throw unwritten(error);
      }
    });
  }

  /**
   * Decodes a block of the log, and verifies its facts while its parent is written.
   * @throws as `decodeLogged`
   */
  async decodeAhead(logged: Pick<LoggedBlock, "raw" | "facts">): Promise<DecodedBlock> {
    const decoded = await decodeLogged(logged, this.#options);
    this.#options.facts.noteDecoded(decoded);
    return decoded;
  }

  /**
   * Imports a block of the log, after every earlier write.
   * @param position the log position up to which this block completes the log; undefined within a
   * record.
   * @param facts the outcome of the block, if it is not to be executed.
   */
  importLogged(block: Block, position: string | undefined, facts?: BlockFacts): Promise<Imported> {
    const verifier = this.#options.facts;
    const given = facts && ((one: Block) => verifier.result(one, facts));
    const beforeWriting = async ({ hash }: StoredBlock, batch: Batch, rows: BlockRows) => {
      if (position !== undefined) batch.put(table.logPosition, "only", position);
      verifier.noteWriting(hash, rows);
    };
    return this.queue.run(() => this.#importNow(block, { beforeWriting, given }));
  }

  async #importNow(block: Block, way: ImportWay): Promise<Imported> {
    const { template, isCurrent, beforeWriting, given } = way;
    if (isCurrent?.() === false) return { status: "outdated" };
    const { spec, store, blocks, executor, tracer } = this.#options;
    const { settings } = this;
    const next: { state?: DevSettingsState | undefined } = {};
    const alongside = (batch: Batch) => {
      // Called once: the result depends on the clock, and the applied settings must equal the
      // written ones.
      next.state = settings.afterBlock(block.header, template?.prevRandao);
      if (next.state !== undefined) settings.write(batch, next.state);
    };
    const requested = settings.requested();
    // Such a block becomes the tip once it is imported.
    const isTip =
      template !== undefined && isEqual(block.header.parentHash, this.buildTip.tip().hash);
    const parts = { spec, store, blocks, executor, tracer, clock: settings.judging };
    const context = {
      ...parts,
      alongside,
      isTip,
      requested,
      given,
      ...(beforeWriting && { beforeWriting }),
    };
    const imported = await importBlock(context, this.#head, block, template);
    if (imported.status === "head") this.advance(imported.event, imported.block);
    if (next.state !== undefined) settings.apply(next.state);
    if (imported.status === "head") {
      const { event, change } = imported;
      await this.announce(event, this.followPool(event, change));
    }
    return imported;
  }

  /**
   * Removes mined transactions from the pool and readmits those of removed blocks.
   * @param change of the state, if it is known.
   */
  followPool(event: HeadMoved, change?: StateChange): Promise<void> {
    return this.#updatePool(followHead(this.submission, event, change));
  }

  /** Replaces the pool's content with these transactions, in their order. */
  refillPool(
    transactions: readonly SignedTransaction[],
    cancellation?: Cancellation,
  ): Promise<void> {
    return this.#updatePool(refillPool(this.submission, transactions), cancellation);
  }

  #updatePool(steps: Generator<void, void>, cancellation?: Cancellation): Promise<void> {
    const update = runYielding(steps, cancellation).finally(() => {
      if (this.#poolUpdate === update) this.#poolUpdate = undefined;
    });
    this.#poolUpdate = update;
    return update;
  }

  readonly poolUpdated = (): Promise<void> | undefined => this.#poolUpdate?.catch(() => {});

  /**
   * Adds the transactions that were pending when the node was stopped; loads remote state they
   * need.
   */
  async restorePool(
    transactions: readonly SignedTransaction[],
    cancellation?: Cancellation,
  ): Promise<void> {
    await whenLoaded(() => this.refillPool(transactions, cancellation));
  }

  /** Writes changed development settings, then applies them. @returns the new settings. */
  changeSettings(change: (state: DevSettingsState) => DevSettingsState): Promise<DevSettingsState> {
    return this.queue.run(async () => {
      const next = change(this.settings.state);
      const batch = this.#options.store.batch();
      this.settings.write(batch, next);
      await batch.commit();
      this.settings.apply(next);
      return next;
    });
  }

  /** Writes the initial settings of a new chain, so that a start time of its own persists. */
  async keepInitialSettings(): Promise<void> {
    const isWritten = this.#options.store.get(table.devSettings, "only") !== undefined;
    if (!isWritten) await this.changeSettings((state) => state);
  }

  /** Edits the state after the head. @throws {Fault} `bad-request` */
  async edit(request: EditRequest, cancellation?: Cancellation): Promise<void> {
    const edited = () => editHead(this.#options, this.#head, request, cancellation);
    const { hash } = await this.queue.run(edited);
    this.edited.publish(hash);
  }
}

/** Returns an error that also says that the log has the block, if the disk is full. */
function unwritten(cause: unknown): unknown {
  if (!(cause instanceof Fault) || cause.data.code !== "no-space") return cause;
  const message = `the cluster has the block, and this node cannot write it: ${cause.message}`;
  return new Fault({ code: "no-space", message }, { cause });
}
