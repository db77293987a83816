/**
 * When a block is made, and by whom it is sealed. One block at a time: draft, work, seal, import
 * by the same door as a stranger's block.
 */
import { createWork, type Sealer, seal } from "@tandem/consensus";
import {
  type Block,
  type HeadMoved,
  isEqual,
  type Logger,
  rulesAt,
  type StoredBlock,
} from "@tandem/primitives";
import type { Draft } from "./build-block.js";
import { type DraftContext, draftOn } from "./draft.js";
import type { Executed, Imported } from "./import-block.js";
import { chainLimits } from "./limits.js";

/**
 * - auto: a block as soon as a transaction can run.
 * - interval: a block each `intervalMs`, with or without transactions.
 * - manual: a block when `mine` is called.
 */
export type MiningMode = "auto" | "interval" | "manual";

export interface MinerOptions {
  readonly mode: MiningMode;
  readonly intervalMs: number;
  readonly sealer: Sealer;
}

export interface MinerContext extends DraftContext {
  readonly logger: Logger;
  readonly head: () => StoredBlock;
  readonly import: (block: Block, executed: Executed) => Promise<Imported>;
  readonly onHeadMoved: (listener: (event: HeadMoved) => void) => () => void;
  readonly hasReadyTransactions: () => boolean;
}

export interface Miner {
  /** Makes one block on the head, with or without transactions. @throws when it cannot. */
  mine(): Promise<StoredBlock>;
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

  const mine = (isEmptyAllowed: boolean) => {
    const task = () => mineOne(context, options.sealer, stopping.signal, isEmptyAllowed);
    const mined = current.then(task);
    current = mined.catch(() => {});
    return mined;
  };

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
    if (!stopping.signal.aborted) context.logger.error({ error }, "a block could not be made");
  };

  return {
    async mine() {
      return (await mine(true)) as StoredBlock;
    },
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
 * Tries until a block stands: another block may become head while one is sealed.
 * @returns undefined when the block would be empty and may not be.
 */
async function mineOne(
  context: MinerContext,
  sealer: Sealer,
  signal: AbortSignal,
  isEmptyAllowed: boolean,
): Promise<StoredBlock | undefined> {
  for (let tries = 0; tries < chainLimits.rebuildsMax; tries++) {
    signal.throwIfAborted();
    const parent = context.head();
    const draft = await draftOn(context, { parent });
    if (!isEmptyAllowed && draft.transactions.length === 0) return undefined;
    const block = await sealDraft(context, parent, draft, sealer, signal);
    if (block === undefined) continue;
    const imported = await context.import(block, {
      parentHash: parent.hash,
      outcome: draft.outcome,
    });
    if (imported.status === "head" || imported.status === "side") return imported.block;
    if (imported.status === "invalid") {
      const { rule, expected, found } = imported.violation;
      throw new Error(`our own block breaks ${rule}: expected ${expected}, found ${found}`);
    }
  }
  throw new Error(`the head moved ${chainLimits.rebuildsMax} times while a block was made`);
}

/** @returns undefined when the head moved meanwhile, which makes the work worthless. */
async function sealDraft(
  context: MinerContext,
  parent: StoredBlock,
  draft: Draft,
  sealer: Sealer,
  stopping: AbortSignal,
): Promise<Block | undefined> {
  const moved = new AbortController();
  const stopListening = context.onHeadMoved(() => moved.abort());
  try {
    if (!isEqual(context.head().hash, parent.hash)) return undefined;
    const rules = rulesAt(context.spec.forks, draft.header.number);
    const work = createWork(draft.header, context.blocks.ancestry(parent.hash), rules);
    const proof = await sealer(work, AbortSignal.any([moved.signal, stopping]));
    const header = seal(draft.header, proof);
    return { header, transactions: draft.transactions, uncles: draft.uncles };
  } catch (error) {
    if (moved.signal.aborted) return undefined;
    throw error;
  } finally {
    stopListening();
  }
}
