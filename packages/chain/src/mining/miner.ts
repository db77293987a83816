/**
 * Decides when a block is made, and which sealer seals it. Blocks are made one at a time: template,
 * work, seal, import.
 */

import type { Sealer } from "@tandem/consensus";
import { Fault, type StoredBlock } from "@tandem/primitives";
import { type Clock, type Logger, SerialQueue } from "@tandem/runtime";
import type { DevSettingsState } from "../dev/dev-settings-state.js";
import { chainLimits } from "../limits.js";
import { type MakerContext, type MineOneRequest, mineOne } from "./mine-one.js";
import type { Sealing } from "./seal-template.js";

/**
 * Says when blocks are made at first; calls may change it.
 * - auto: a block as soon as a transaction can run.
 * - interval: a block each `intervalMs`, with or without transactions.
 * - manual: a block when `mine` is called.
 * - external: the same; blocks are expected from miners outside.
 */
export type MiningMode = "auto" | "interval" | "manual" | "external";

export interface MinerContext extends MakerContext {
  readonly logger: Logger;
  /** What timers go by, whatever the chain's clock says. */
  readonly clock: Clock;
  /** Returns when blocks are made. */
  readonly when: () => Pick<DevSettingsState, "isAutomine" | "intervalMs">;
  /** Is called with the milliseconds that passed between two blocks made on time. */
  readonly onInterval: (milliseconds: number) => Promise<void>;
  readonly hasReadyTransactions: () => boolean;
  readonly sealer: () => Sealer;
}

export interface Miner {
  /** Makes one block, with or without transactions. @throws when it cannot. */
  mine(): Promise<StoredBlock>;
  /** Runs a task that makes blocks of its own; it starts when every block and task before it is done. */
  runExclusive<T>(task: (sealing: Sealing) => Promise<T>): Promise<T>;
  /**
   * Starts the loop after a transaction that can run was admitted. Resolves, with automining, when
   * nothing is left that can go into a block.
   * @returns the fault that stood against the last block, which is tried again later.
   */
  wake(): Promise<Fault | undefined>;
  /** Resets the timers after a change of when blocks are made. */
  retime(): void;
  start(): void;
  /** Ends the loop; resolves once the block in the making, if any, has ended. */
  stop(): Promise<void>;
}

/** Milliseconds before a miner that failed tries again. */
const retryMs = 1000;

/** Milliseconds a timer can wait; what it is told beyond, it takes for one. */
const timerMsMax = 2 ** 31 - 1;

/** Returns the milliseconds for selecting transactions: many of them make blocks full, not late. */
const selectMsOf = (intervalMs: number) =>
  Math.max(chainLimits.selectMsMin, intervalMs * chainLimits.selectShare);

export function createMiner(context: MinerContext): Miner {
  const stopping = new AbortController();
  const queue = new SerialQueue();
  let retry: NodeJS.Timeout | undefined;
  let interval: NodeJS.Timeout | undefined;
  let isStarted = false;
  let loop: Promise<Fault | undefined> = Promise.resolve(undefined);
  let isLooping = false;
  let toldFault: string | undefined;

  const runExclusive = <T>(task: (sealing: Sealing) => Promise<T>): Promise<T> =>
    queue.run(() => task({ sealer: context.sealer(), signal: stopping.signal }));
  const mineNow = async (sealing: Sealing, request: MineOneRequest) => {
    const mined = await mineOne(context, sealing, request);
    toldFault = undefined;
    return mined;
  };
  const mine = (request: MineOneRequest) => runExclusive((sealing) => mineNow(sealing, request));

  const canMineAtOnce = () => !stopping.signal.aborted && context.when().isAutomine;

  async function mineWhileReady(): Promise<Fault | undefined> {
    isLooping = true;
    try {
      while (canMineAtOnce() && context.hasReadyTransactions()) {
        // Nothing that is ready fits: the next head or the next transaction tries again.
        if ((await mine({ isEmptyAllowed: false })) === undefined) return undefined;
      }
      return undefined;
    } catch (error) {
      report(error);
      if (!stopping.signal.aborted) retry = setTimeout(() => void wake(), retryMs);
      return error instanceof Fault ? error : undefined;
    } finally {
      // In the same step as the last look at the pool: who comes after it starts another loop.
      isLooping = false;
    }
  }

  async function wake(): Promise<Fault | undefined> {
    if (!canMineAtOnce()) return undefined;
    if (!isLooping) loop = mineWhileReady();
    return loop;
  }

  function mineOnTime(intervalMs: number): void {
    const began = context.clock.now();
    const isWanted = () => context.when().intervalMs === intervalMs;
    void context
      .onInterval(intervalMs)
      .then(() =>
        runExclusive(async (sealing) => {
          // What it waited for may have been a reset, which ends mining by this interval.
          if (!isWanted()) return;
          await mineNow(sealing, { isEmptyAllowed: true, selectMs: selectMsOf(intervalMs) });
        }),
      )
      .catch(report)
      .finally(() => {
        const left = intervalMs - (context.clock.now() - began);
        if (isWanted()) scheduleNext(Math.max(0, left), intervalMs);
      });
  }

  const scheduleNext = (ms: number, intervalMs: number) => {
    clearTimeout(interval);
    if (stopping.signal.aborted) return;
    const wait = Math.min(ms, timerMsMax);
    const next = () => (wait < ms ? scheduleNext(ms - wait, intervalMs) : mineOnTime(intervalMs));
    interval = setTimeout(next, wait);
  };
  const retime = () => {
    const { intervalMs } = context.when();
    clearTimeout(interval);
    if (isStarted && intervalMs !== undefined) scheduleNext(intervalMs, intervalMs);
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
      return (await mine({ isEmptyAllowed: true })) as StoredBlock;
    },
    runExclusive,
    wake,
    retime,
    start() {
      isStarted = true;
      retime();
      void wake();
    },
    async stop() {
      stopping.abort();
      clearTimeout(retry);
      clearTimeout(interval);
      await queue.idle();
    },
  };
}
