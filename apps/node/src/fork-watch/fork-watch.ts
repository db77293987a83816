/**
 * Runs the fork monitor over new blocks of a Bitcoin node, and warns of hidden branches. It keeps
 * only the newest blocks, so its memory does not grow.
 */
import {
  alertName,
  type Fork,
  ForkMonitor,
  type MainChain,
  type ReadBlock,
  vectorHeights,
} from "@tandem/consensus";
import { isEqual } from "@tandem/primitives";
import type { ForkAlerts } from "@tandem/rpc";
import { type Logger, messageOf, pause, yieldIfDue } from "@tandem/runtime";
import { readBitcoinBlock, readBitcoinHeight } from "../bitcoin-node/read-block.js";
import { type BitcoinRpc, BitcoinRpcError, type BitcoinRpcFailure } from "../bitcoin-node/rpc.js";
import { type ForkWatchLimits, forkWatchLimits } from "./limits.js";

export interface ForkWatchOptions {
  readonly rpc: BitcoinRpc;
  readonly mainChain: MainChain;
  readonly logger: Logger;
  readonly limits?: ForkWatchLimits;
}

export class ForkWatch {
  readonly #options: ForkWatchOptions;
  readonly #limits: ForkWatchLimits;
  readonly #ending = new AbortController();
  /** The blocks, oldest first. Each is the parent of the next. */
  #seen: ReadBlock[] = [];
  #monitor: ForkMonitor;
  #failure: BitcoinRpcFailure | undefined;
  /** Is true after a reorg of this chain, when the position of every tag may have changed. */
  #isReorganized = false;
  /** The height of the head when the tags were located. */
  #placedAt = 0;
  /** The highest level that was logged, by the id of the fork. */
  readonly #told = new Map<number, number>();
  #running: Promise<void> = Promise.resolve();

  constructor(options: ForkWatchOptions) {
    this.#options = options;
    this.#limits = options.limits ?? forkWatchLimits;
    this.#monitor = new ForkMonitor(options.mainChain);
  }

  /** Starts to read. The first poll is immediate. */
  start(): void {
    this.#running = this.#run(this.#ending.signal);
  }

  /** Locates the tags again at the next poll, because blocks of this chain were replaced. */
  noteReorg(): void {
    this.#isReorganized = true;
  }

  /** Returns the current findings of the monitor. */
  alerts(): ForkAlerts {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    return {
      bitcoin: first && last && { from: first.height, to: last.height },
      tags: this.#monitor.counts(),
      headNumber: this.#options.mainChain.headHeight(),
      failure: this.#failure,
      forks: this.#monitor.forks().map((fork) => ({ ...fork, levelName: alertName(fork.level) })),
    };
  }

  /** Stops reading. Resolves when no request is in progress. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#readNewBlocks(signal);
        this.#noteAnswer();
      } catch (error) {
        if (signal.aborted) return;
        this.#noteFailure(error);
      }
      await pause(this.#limits.intervalMs, signal).catch(() => undefined);
    }
  }

  /** Reads new blocks from the Bitcoin node. */
  async #readNewBlocks(signal: AbortSignal): Promise<void> {
    const { rpc } = this.#options;
    const newest = await readBitcoinHeight(rpc, { signal });
    await this.#dropReplaced(newest, signal);
    for (;;) {
      const last = this.#seen.at(-1);
      const height = (last?.height ?? Math.max(-1, newest - this.#limits.blocksAtStart)) + 1;
      if (height > newest) break;
      const block = await readBitcoinBlock(rpc, height, { signal });
      if (last === undefined || isEqual(block.previousHash, last.hash)) this.#observe(block);
      else this.#drop();
      await yieldIfDue();
    }
    if (this.#isReorganized || this.#hasCaughtUp()) await this.#place();
    this.#warn();
  }

  /** Returns whether this chain has new blocks that can contain tags above the previous head. */
  #hasCaughtUp(): boolean {
    const head = this.#options.mainChain.headHeight();
    if (head === this.#placedAt) return false;
    const isNew = (height: number) => this.#placedAt < height && height <= head;
    return (
      this.#monitor.forks().length > 0 ||
      this.#seen.some(({ tag }) => tag && [tag.height, ...vectorHeights(tag.height)].some(isNew))
    );
  }

  /** Removes the newest blocks that are no longer in Bitcoin's main chain. */
  async #dropReplaced(newest: number, signal: AbortSignal): Promise<void> {
    for (let last = this.#seen.at(-1); last !== undefined; last = this.#seen.at(-1)) {
      if (last.height <= newest) {
        const hash = await this.#options.rpc.call("getblockhash", [last.height], { signal });
        if (hash === Buffer.from(last.hash).toString("hex")) return;
      }
      this.#drop();
    }
  }

  #observe(block: ReadBlock): void {
    if (this.#seen.length === 0) this.#placedAt = this.#options.mainChain.headHeight();
    this.#seen.push(block);
    this.#monitor.observe(block);
    if (this.#seen.length > this.#limits.blocksMax) this.#seen.shift();
  }

  #drop(): void {
    const dropped = this.#seen.pop();
    if (dropped !== undefined) this.#monitor.removeAbove(dropped.height - 1);
  }

  /** Locates every tag again. Requests are answered from the previous result until that is complete. */
  async #place(): Promise<void> {
    const monitor = new ForkMonitor(this.#options.mainChain);
    this.#isReorganized = false;
    this.#placedAt = this.#options.mainChain.headHeight();
    for (const block of this.#seen) {
      monitor.observe(block);
      await yieldIfDue();
    }
    this.#monitor = monitor;
  }

  /** Logs forks that reached a level that requires attention, once for each level. */
  #warn(): void {
    const forks = this.#monitor.forks();
    for (const id of this.#told.keys()) {
      if (!forks.some((fork) => fork.id === id)) this.#told.delete(id);
    }
    for (const fork of forks) {
      if (fork.level <= (this.#told.get(fork.id) ?? 0)) continue;
      this.#told.set(fork.id, fork.level);
      this.#options.logger.warn(logFields(fork), "Bitcoin's miners mine a hidden branch");
    }
  }

  #noteAnswer(): void {
    const { logger, rpc } = this.#options;
    if (this.#failure !== undefined) {
      logger.info({ address: rpc.address }, "the blocks of the Bitcoin node can be read again");
    }
    this.#failure = undefined;
  }

  #noteFailure(error: unknown): void {
    const { logger, rpc } = this.#options;
    // Any other error is a bug, which must not end the node.
    const failure = error instanceof BitcoinRpcError ? error.failure : "bad-answer";
    if (failure !== this.#failure) {
      const reason = messageOf(error);
      const fields = { address: rpc.address, reason };
      logger.warn(
        fields,
        "the blocks of the Bitcoin node cannot be read: hidden branches are not detected",
      );
    }
    this.#failure = failure;
  }
}

const logFields = ({ level, range, lastHeight, share, witnessCount }: Fork) => ({
  level: `${level} (${alertName(level)})`,
  leftBetween: `${range.from} and ${range.to}`,
  lastHeight,
  share: Math.round(100 * share) / 100,
  witnesses: witnessCount,
});
