/** Connects the miner, the work for outside miners and the controls to the head. */
import type { Sealer } from "@tandem/consensus";
import type {
  Block,
  Branching,
  Controls,
  OfferedWork,
  StoredBlock,
  Submission,
  SubmissionReport,
  SubmittedWork,
} from "@tandem/primitives";
import type { Executor, StateSource } from "@tandem/state";
import type { BlockTemplate } from "./building/build-block.js";
import { type PendingBlock, pendingBlocks } from "./building/pending.js";
import { UncleCandidates } from "./building/uncle-candidates.js";
import type { ChainOptions } from "./chain-options.js";
import { type ControlContext, createControls } from "./dev/controls.js";
import { createDevelopment } from "./dev/development.js";
import { openSnapshots } from "./dev/snapshots.js";
import type { HeadWriter } from "./import/head-writer.js";
import type { Imported } from "./import/imported.js";
import { Miner } from "./mining/miner.js";
import { submitWork } from "./mining/outside-submission.js";
import { SubmissionLog } from "./mining/submission-log.js";
import { createWorkCache, type WorkCache } from "./mining/work-cache.js";
import type { Pool } from "./pool/pool.js";
import type { Blocks } from "./reads/blocks.js";

export interface MiningParts {
  readonly options: ChainOptions;
  readonly blocks: Blocks;
  readonly source: StateSource;
  readonly executor: Executor;
  readonly pool: Pool;
  readonly writer: HeadWriter;
}

export interface OpenedMining {
  readonly miner: Miner;
  /** Starts mining on a head that other nodes made. */
  beginSealing(): void;
  readonly controls: Controls;
  readonly development: Branching;
  /** Imports a block, and wakes the miner if the head moved. */
  import(block: Block, template?: BlockTemplate): Promise<Imported>;
  /** Returns the next block, as it would be built now. */
  pending(): Promise<PendingBlock>;
  /** Returns the newest work for an outside miner. */
  work(): Promise<OfferedWork>;
  /**
   * Imports a block with an outside miner's proof. @throws {Fault} `mining-refused`,
   * `limit-exceeded`
   */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Returns the submissions of outside miners since the start. */
  submissions(): SubmissionReport;
}

export async function openMining(parts: MiningParts): Promise<OpenedMining> {
  const { options, blocks, source, executor, pool, writer } = parts;
  const { spec, store, steadyClock: clock, logger, mining, replication } = options;
  const { head, settings } = writer;
  const building = { spec, executor, pool, settings: settings.settings, blocks, clock, source };
  const importOne = async (...request: Parameters<typeof writer.import>) => {
    const imported = await writer.import(...request);
    if (imported.status === "head") miner.wake();
    return imported;
  };
  const uncleCandidates = new UncleCandidates(store, blocks);
  const templating = { ...building, head, uncleCandidates: uncleCandidates.at, time: settings };
  const works = createWorkCache(templating);
  const sealers = { current: mining.createSealer(head()), create: mining.createSealer };
  const making = {
    ...templating,
    isReplicated: replication !== undefined,
    tracer: options.tracer,
    logger,
    buildTip: writer.buildTip,
    import: importOne,
    onHeadMoved: writer.moved.listen,
    onEdited: writer.edited.listen,
    hasReadyTransactions: () =>
      pool.hasReady(executor.reader(blocks.edits.after(writer.buildTip.tip()))),
  };
  const miner = new Miner({
    ...making,
    sealer: () => sealers.current,
    random: mining.random ?? Math.random,
    when: () => (replication?.isSealing() === false ? nothingWanted : settings.state),
    async onInterval(milliseconds) {
      if (!options.time?.isVirtual) return;
      await writer.changeSettings((state) =>
        settings.readingMs(settings.nowMs() + milliseconds, state),
      );
    },
  });
  const submissions = new SubmissionLog(options.clock);
  return {
    miner,
    beginSealing() {
      sealers.current = sealers.create(head());
      works.forget();
      miner.retime();
      miner.wake();
    },
    controls: await openControls(parts, { making, miner, uncleCandidates, works, sealers }),
    development: createDevelopment(making, miner),
    import: importOne,
    pending: pendingBlocks({ ...building, time: settings }, head),
    work: works.newest,
    submitWork: (found) =>
      submissions.record(submitWork({ works, logger, import: importOne }, found)),
    submissions: () => submissions.report(),
  };
}

/** The mining mode of a node that follows another. */
const nothingWanted = { isAutomine: false, intervalMs: undefined };

interface ControlParts {
  readonly making: ControlContext["maker"] & ControlContext["rival"];
  readonly miner: Miner;
  readonly uncleCandidates: UncleCandidates;
  readonly works: WorkCache;
  readonly sealers: { current: Sealer; readonly create: (head: StoredBlock) => Sealer };
}

async function openControls(
  { options, blocks, pool, writer }: MiningParts,
  { making, miner, uncleCandidates, works, sealers }: ControlParts,
): Promise<Controls> {
  const { spec, store } = options;
  return createControls({
    store,
    blocks,
    pool,
    miner,
    isReplicated: options.replication !== undefined,
    devSettings: writer.settings,
    impersonated: writer.impersonated,
    snapshots: await openSnapshots(store, spec),
    writer: writer.queue,
    head: writer.head,
    rival: { ...making, import: (block, template) => writer.import(block, template) },
    maker: making,
    async moved(event, block, settle) {
      if (event.added.length > 0) uncleCandidates.clear();
      else uncleCandidates.forgetAbove(block.header.number);
      writer.advance(event, block);
      await writer.announce(event, settle());
    },
    undone(target) {
      writer.buildTip.choose(undefined);
      works.forget();
      sealers.current = sealers.create(target);
    },
    follow: (event) => writer.followPool(event),
    refill: (transactions) => writer.refillPool(transactions),
    turn: (change) => writer.changeSettings(change),
    poolUpdated: writer.poolUpdated,
  });
}
