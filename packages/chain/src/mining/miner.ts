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

/** Creates a miner that is not started. */
export const createMiner = (context: MinerContext): Miner => new BlockMiner(context);

class BlockMiner implements Miner {
  readonly #context: MinerContext;
  readonly #stopping = new AbortController();
  readonly #queue = new SerialQueue();
  #retry: NodeJS.Timeout | undefined;
  #interval: NodeJS.Timeout | undefined;
  #isStarted = false;
  #loop: Promise<Fault | undefined> = Promise.resolve(undefined);
  #isLooping = false;
  #toldFault: string | undefined;

  constructor(context: MinerContext) {
    this.#context = context;
  }

  async mine(): Promise<StoredBlock> {
    return (await this.#mine({ isEmptyAllowed: true })) as StoredBlock;
  }

  runExclusive<T>(task: (sealing: Sealing) => Promise<T>): Promise<T> {
    const { signal } = this.#stopping;
    return this.#queue.run(() => task({ sealer: this.#context.sealer(), signal }));
  }

  async wake(): Promise<Fault | undefined> {
    if (!this.#canMineAtOnce()) return undefined;
    if (!this.#isLooping) this.#loop = this.#mineWhileReady();
    return this.#loop;
  }

  retime(): void {
    const { intervalMs } = this.#context.when();
    clearTimeout(this.#interval);
    if (this.#isStarted && intervalMs !== undefined) this.#scheduleNext(intervalMs, intervalMs);
  }

  start(): void {
    this.#isStarted = true;
    this.retime();
    void this.wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#retry);
    clearTimeout(this.#interval);
    await this.#queue.idle();
  }

  #mine(request: MineOneRequest): Promise<StoredBlock | undefined> {
    return this.runExclusive((sealing) => this.#mineNow(sealing, request));
  }

  async #mineNow(sealing: Sealing, request: MineOneRequest): Promise<StoredBlock | undefined> {
    const mined = await mineOne(this.#context, sealing, request);
    this.#toldFault = undefined;
    return mined;
  }

  #canMineAtOnce(): boolean {
    return !this.#stopping.signal.aborted && this.#context.when().isAutomine;
  }

  async #mineWhileReady(): Promise<Fault | undefined> {
    this.#isLooping = true;
    try {
      while (this.#canMineAtOnce() && this.#context.hasReadyTransactions()) {
        // Nothing that is ready fits: the next head or the next transaction tries again.
        if ((await this.#mine({ isEmptyAllowed: false })) === undefined) return undefined;
      }
      return undefined;
    } catch (error) {
      this.#report(error);
      if (!this.#stopping.signal.aborted) {
        this.#retry = setTimeout(() => void this.wake(), retryMs);
      }
      return error instanceof Fault ? error : undefined;
    } finally {
      // In the same step as the last look at the pool: who comes after it starts another loop.
      this.#isLooping = false;
    }
  }

  #mineOnTime(intervalMs: number): void {
    const { clock, onInterval, when } = this.#context;
    const began = clock.now();
    const isWanted = () => when().intervalMs === intervalMs;
    void onInterval(intervalMs)
      .then(() =>
        this.runExclusive(async (sealing) => {
          // What it waited for may have been a reset, which ends mining by this interval.
          if (!isWanted()) return;
          await this.#mineNow(sealing, { isEmptyAllowed: true, selectMs: selectMsOf(intervalMs) });
        }),
      )
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        const left = intervalMs - (clock.now() - began);
        if (isWanted()) this.#scheduleNext(Math.max(0, left), intervalMs);
      });
  }

  #scheduleNext(ms: number, intervalMs: number): void {
    clearTimeout(this.#interval);
    if (this.#stopping.signal.aborted) return;
    const wait = Math.min(ms, timerMsMax);
    const next = () =>
      wait < ms ? this.#scheduleNext(ms - wait, intervalMs) : this.#mineOnTime(intervalMs);
    this.#interval = setTimeout(next, wait);
  }

  #report(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const { logger } = this.#context;
    const fault = error instanceof Fault ? error.data.code : undefined;
    // A trouble from outside may last: it is told when it begins.
    if (fault === undefined) logger.error({ error }, "a block could not be made");
    else if (fault !== this.#toldFault)
      logger.warn({ fault, reason: String(error) }, "a block could not be made");
    this.#toldFault = fault;
  }
}
