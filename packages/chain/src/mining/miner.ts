/**
 * Decides when a block is mined, and with which sealer. Blocks are mined one at a time: template,
 * work, seal, import.
 */

import type { Sealer } from "@tandem/consensus";
import { Fault, type StoredBlock } from "@tandem/primitives";
import { type Clock, type Logger, SerialQueue } from "@tandem/runtime";
import type { DevSettingsState } from "../building/dev-settings-state.js";
import { chainLimits } from "../limits.js";
import { type MakerContext, type MineOneRequest, mineOne } from "./mine-one.js";
import type { Sealing } from "./seal-template.js";

export interface MinerContext extends MakerContext {
  readonly logger: Logger;
  /** The clock for timers, independent of the chain's clock. */
  readonly clock: Clock;
  /** Returns the mining mode. */
  readonly when: () => Pick<DevSettingsState, "isAutomine" | "intervalMs" | "intervalMsMin">;
  /** Returns a number from 0 to 1, without 1. */
  readonly random: () => number;
  /** Is called with the milliseconds between two blocks of interval mining. */
  readonly onInterval: (milliseconds: number) => Promise<void>;
  readonly hasReadyTransactions: () => boolean;
  readonly sealer: () => Sealer;
}

/** Milliseconds before a miner that failed tries again. */
const retryMs = 1000;

/** The maximum delay of a timer in milliseconds; Node.js replaces a longer one by 1 ms. */
const timerMsMax = 2 ** 31 - 1;

/**
 * The time for selecting transactions, so that a block with many of them is done when the next one is
 * due: what follows the selection takes the longer, the longer it was.
 */
export class SelectionTime {
  #share: number = chainLimits.selectShare;

  /** Returns the milliseconds for selecting transactions. */
  of(intervalMs: number): number {
    return Math.max(chainLimits.selectMsMin, intervalMs * this.#share);
  }

  /**
   * Learns from a block. @param selectMs the time that it had for the selection. @param elapsedMs the
   * time until it was imported.
   */
  learn(selectMs: number, elapsedMs: number): void {
    // Its transactions did not last until the end of the selection.
    if (elapsedMs <= selectMs) return;
    const { selectShare, selectShareMax } = chainLimits;
    const fitting = Math.min(Math.max(selectMs / elapsedMs, selectShare), selectShareMax);
    this.#share = (this.#share + fitting) / 2;
  }
}

/** Mines blocks once it is started. */
export class Miner {
  readonly #context: MinerContext;
  readonly #stopping = new AbortController();
  readonly #queue = new SerialQueue();
  readonly #selectionTime = new SelectionTime();
  #retry: NodeJS.Timeout | undefined;
  #interval: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isLooping = false;
  /** The number of times that it was woken. */
  #wakes = 0;
  /** The functions that wait for the end of the loop. */
  readonly #waiting = new Set<(error: unknown) => void>();
  #toldFault: string | undefined;
  /** The block on time that is being made. */
  #timed: Promise<unknown> = Promise.resolve(undefined);

  constructor(context: MinerContext) {
    this.#context = context;
  }

  /** Mines one block, with or without transactions. @throws when it cannot. */
  async mine(): Promise<StoredBlock> {
    return (await this.#mine({ isEmptyAllowed: true })) as StoredBlock;
  }

  /** Runs a task that mines blocks itself; it starts when every earlier block and task is done. */
  runExclusive<T>(task: (sealing: Sealing) => Promise<T>): Promise<T> {
    const { signal } = this.#stopping;
    return this.#queue.run(() => task({ sealer: this.#context.sealer(), signal }));
  }

  /** Starts the loop, with automatic mining, after an executable transaction was added to the pool. */
  wake(): void {
    this.#wakes++;
    if (this.#canMineAtOnce() && !this.#isLooping) void this.#mineWhileReady();
  }

  /**
   * Wakes the miner, and waits until no transaction is left that fits a block; not at all without automatic mining.
   * @param idle is called then, with the error that prevented the last block, which is tried again later.
   * @returns a function that ends the wait, since the loop goes on for as long as transactions are sent.
   */
  wakeUntilIdle(idle: (error: unknown) => void): () => void {
    if (!this.#canMineAtOnce()) {
      idle(undefined);
      return () => {};
    }
    this.#waiting.add(idle);
    this.wake();
    return () => this.#waiting.delete(idle);
  }

  /** Resets the timers after a change of the mining mode. */
  retime(): void {
    const intervalMs = this.#drawInterval();
    clearTimeout(this.#interval);
    if (this.#isStarted && intervalMs !== undefined) this.#scheduleNext(intervalMs, intervalMs);
  }

  /** Resolves once the block on time that is being made, if any, is imported or has failed. */
  async untilTimed(): Promise<void> {
    await Promise.allSettled([this.#timed]);
  }

  start(): void {
    this.#isStarted = true;
    this.retime();
    this.wake();
  }

  /** Ends the loop; resolves once the block being mined, if any, has ended. */
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

  async #mineWhileReady(): Promise<void> {
    this.#isLooping = true;
    let failure: unknown;
    try {
      while (this.#canMineAtOnce() && this.#context.hasReadyTransactions()) {
        const wakes = this.#wakes;
        const mined = await this.#mine({ isEmptyAllowed: false });
        // No ready transaction fits: the next head or the next transaction triggers another
        // attempt. It may have come after the transactions of this one were selected.
        if (mined === undefined && wakes === this.#wakes) return;
      }
    } catch (error) {
      failure = error;
      this.#report(error);
      if (!this.#stopping.signal.aborted) {
        // Each transaction that is sent meanwhile makes an attempt, which needs no timer of its own.
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.wake(), retryMs);
      }
    } finally {
      // Done synchronously after the last read of the pool: a later transaction starts another loop.
      this.#isLooping = false;
      this.#tellIdle(failure);
    }
  }

  #tellIdle(error: unknown): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const idle of waiting) idle(error);
  }

  /** Returns the milliseconds until the next block on time; undefined without interval mining. */
  #drawInterval(): number | undefined {
    const { when, random } = this.#context;
    const { intervalMs: most, intervalMsMin: least } = when();
    if (most === undefined || least === undefined) return most;
    return least + Math.floor(random() * (most - least + 1));
  }

  #mineOnTime(intervalMs: number): void {
    const { clock, onInterval, when } = this.#context;
    const began = clock.now();
    const { intervalMs: most, intervalMsMin: least } = when();
    const isWanted = () => when().intervalMs === most && when().intervalMsMin === least;
    void onInterval(intervalMs)
      .then(() =>
        this.runExclusive(async (sealing) => {
          // A reset may have run before it, which ends mining by this interval.
          if (!isWanted()) return;
          this.#timed = this.#mineTimed(sealing, intervalMs);
          await this.#timed;
        }),
      )
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        if (!isWanted()) return;
        const next = this.#drawInterval();
        if (next === undefined) return;
        this.#scheduleNext(Math.max(0, next - (clock.now() - began)), next);
      });
  }

  async #mineTimed(sealing: Sealing, intervalMs: number): Promise<void> {
    const selectMs = this.#selectionTime.of(intervalMs);
    const began = performance.now();
    await this.#mineNow(sealing, { isEmptyAllowed: true, selectMs });
    this.#selectionTime.learn(selectMs, performance.now() - began);
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
    // An external fault may last, so it is logged only when it first occurs.
    if (fault === undefined) logger.error({ error }, "a block could not be made");
    else if (fault !== this.#toldFault)
      logger.warn({ fault, reason: String(error) }, "a block could not be made");
    this.#toldFault = fault;
  }
}
