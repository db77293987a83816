/**
 * When a block is made, and by whom it is sealed. One block at a time: draft, work, seal, import
 * by the same door as a stranger's block.
 */
import type { Sealer } from "@tandem/consensus";
import {
  type Block,
  Fault,
  type HeadMoved,
  isEqual,
  type Logger,
  type StoredBlock,
} from "@tandem/primitives";
import type { Draft } from "./build-block.js";
import { draftOn } from "./draft.js";
import type { Extension } from "./extension.js";
import { importMined, type MinedContext } from "./import-mined.js";
import { chainLimits } from "./limits.js";
import { type Sealing, sealDraft } from "./seal-draft.js";

/**
 * - auto: a block as soon as a transaction can run.
 * - interval: a block each `intervalMs`, with or without transactions.
 * - manual: a block when `mine` is called.
 * - external: the same; blocks are expected from miners outside.
 */
export type MiningMode = "auto" | "interval" | "manual" | "external";

export interface MinerOptions {
  readonly mode: MiningMode;
  readonly intervalMs: number;
  readonly sealer: Sealer;
}

export interface MinerContext extends MinedContext {
  readonly logger: Logger;
  readonly extension: Extension;
  readonly onHeadMoved: (listener: (event: HeadMoved) => void) => () => void;
  readonly hasReadyTransactions: () => boolean;
}

export interface Miner {
  /** Makes one block, with or without transactions. @throws when it cannot. */
  mine(): Promise<StoredBlock>;
  /** Runs a task that makes blocks of its own, when the one in the making has ended. */
  alone<T>(task: (sealing: Sealing) => Promise<T>): Promise<T>;
  /**
   * A transaction that can run has come in. Resolves, where blocks are made at once, when nothing
   * is left that can go into one.
   */
  wake(): Promise<void>;
  start(): void;
  /** Ends the loop; resolves once the block in the making, if any, has ended. */
  stop(): Promise<void>;
}

/** Milliseconds before a miner that failed tries again. */
const retryMs = 1000;

export function createMiner(context: MinerContext, options: MinerOptions): Miner {
  const stopping = new AbortController();
  let current: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let loop: Promise<void> = Promise.resolve();
  let isLooping = false;
  let toldFault: string | undefined;

  const sealing = { sealer: options.sealer, signal: stopping.signal };
  const alone = <T>(task: (sealing: Sealing) => Promise<T>): Promise<T> => {
    const done = current.then(() => task(sealing));
    current = done.catch(() => {});
    return done;
  };
  const mine = (isEmptyAllowed: boolean) =>
    alone(async () => {
      const mined = await mineOne(context, sealing, isEmptyAllowed);
      toldFault = undefined;
      return mined;
    });

  async function mineWhileReady(): Promise<void> {
    isLooping = true;
    try {
      while (!stopping.signal.aborted && context.hasReadyTransactions()) {
        // Nothing that is ready fits: the next head or the next transaction tries again.
        if ((await mine(false)) === undefined) return;
      }
    } catch (error) {
      report(error);
      schedule(retryMs, () => void wake());
    } finally {
      // In the same step as the last look at the pool: who comes after it starts another loop.
      isLooping = false;
    }
  }

  async function wake(): Promise<void> {
    if (options.mode !== "auto") return;
    if (!isLooping) loop = mineWhileReady();
    return loop;
  }

  function mineOnTime(): void {
    const began = context.clock.now();
    void mine(true)
      .catch(report)
      .finally(() => {
        const left = options.intervalMs - (context.clock.now() - began);
        schedule(Math.max(0, left), mineOnTime);
      });
  }

  const schedule = (ms: number, task: () => void) => {
    if (!stopping.signal.aborted) timer = setTimeout(task, ms);
  };
  const report = (error: unknown) => {
    if (stopping.signal.aborted) return;
    const fault = error instanceof Fault ? error.data.code : undefined;
    // A trouble from outside may last: it is told when it begins.
    if (fault === undefined) context.logger.error({ error }, "a block could not be made");
    else if (fault !== toldFault)
      context.logger.warn({ fault, reason: String(error) }, "a block could not be made");
    toldFault = fault;
  };

  return {
    async mine() {
      return (await mine(true)) as StoredBlock;
    },
    alone,
    wake,
    start() {
      if (options.mode === "interval") schedule(options.intervalMs, mineOnTime);
      void wake();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}

/**
 * Tries until a block stands: another may become head while one is sealed.
 * @returns undefined when the block would be empty and may not be.
 */
async function mineOne(
  context: MinerContext,
  sealing: Sealing,
  isEmptyAllowed: boolean,
): Promise<StoredBlock | undefined> {
  for (let tries = 0; tries < chainLimits.rebuildsMax; tries++) {
    sealing.signal.throwIfAborted();
    const parent = context.extension.tip();
    const draft = await draftOn(context, { parent });
    if (!isEmptyAllowed && draft.transactions.length === 0) return undefined;
    const block = await sealUnlessMoved(context, parent, draft, sealing);
    if (block === undefined) continue;
    const mined = await importMined(context, block, draft);
    if (mined === undefined) continue;
    context.extension.grow(mined);
    return mined;
  }
  throw new Error(`${chainLimits.rebuildsMax} drafts in a row grew old before they were sealed`);
}

/** @returns undefined when the work is worthless: the next block goes on another, or it grew old. */
async function sealUnlessMoved(
  context: MinerContext,
  parent: StoredBlock,
  draft: Draft,
  { sealer, signal }: Sealing,
): Promise<Block | undefined> {
  const moved = new AbortController();
  const isMoved = () => !isEqual(context.extension.tip().hash, parent.hash);
  const stopListening = context.onHeadMoved(() => {
    if (isMoved()) moved.abort();
  });
  try {
    if (isMoved()) return undefined;
    const either = AbortSignal.any([moved.signal, signal]);
    return await sealDraft(context, draft, { sealer, signal: either });
  } catch (error) {
    if (moved.signal.aborted) return undefined;
    throw error;
  } finally {
    stopListening();
  }
}
