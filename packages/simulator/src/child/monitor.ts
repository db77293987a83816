/**
 * Runs the observer's fork monitor: it reads the tags of Bitcoin's main chain, each block once the
 * next one is known, and records the hidden branches of the child that they show.
 */
import {
  type Fork,
  ForkMonitor,
  type ForkTag,
  type MainChain,
  type MainChainBlock,
  noCounts,
  readForkTag,
} from "@tandem/consensus";
import { type BitcoinTree, genesisId } from "../bitcoin/tree.js";
import { alertsMax, monitoredHeights } from "../limits.js";
import { estimateShare } from "../measure/estimate.js";
import type { ForkAlert, ForkMonitorResults, ForkSummary } from "../results/results.js";
import type { BitcoinHeaders } from "./bitcoin-headers.js";
import { type ChildBlock, commonAncestor } from "./block.js";

/** A block of Bitcoin's main chain that was not passed to the monitor yet. */
interface WaitingBlock {
  readonly height: number;
  readonly foundAt: number;
  readonly tag: ForkTag | undefined;
}

interface AdapterOptions {
  readonly tree: BitcoinTree;
  readonly headers: Pick<BitcoinHeaders, "parts">;
  readonly genesis: ChildBlock;
  readonly warmUpSeconds: number;
  /** The Unix seconds at the beginning of the simulation. */
  readonly epochSeconds: number;
}

export class MonitorAdapter {
  readonly #options: AdapterOptions;
  readonly #mainChain: MainChainRing;
  readonly #monitor: ForkMonitor;
  readonly #told = noCounts();
  readonly #alerts: ForkAlert[] = [];
  #alertCount = 0;
  #highestLevel = 0;
  /** The level of each fork at its last witness; the fork whose last witness is oldest stands first. */
  readonly #levels = new Map<number, number>();
  /** The latest state of each fork, by the height of its first witness. */
  readonly #forks = new Map<number, ForkSummary>();
  #tip: number = genesisId;
  /** Oldest first. */
  #waiting: WaitingBlock[] = [];
  /** The highest height of the main chain that a tag was compared with. */
  #comparedHeight = 0;

  constructor(options: AdapterOptions) {
    this.#options = options;
    this.#mainChain = new MainChainRing(options.genesis);
    this.#monitor = new ForkMonitor(this.#mainChain);
  }

  /** Is called when the observer follows another Bitcoin block. */
  bitcoinMoved(id: number): void {
    const { tree, headers } = this.#options;
    const common = tree.commonAncestor(this.#tip, id);
    const path: number[] = [];
    for (let at = id; at !== common; at = tree.parent(at)) path.push(at);
    this.#waiting = this.#waiting.filter(({ height }) => height <= tree.height(common));
    for (const at of path.reverse()) {
      const parts = headers.parts(at);
      const tag = parts && readForkTag(parts.coinbase);
      this.#waiting.push({ height: tree.height(at), foundAt: tree.foundAt(at), tag });
    }
    this.#tip = id;
    for (const block of this.#waiting.splice(0, this.#waiting.length - 1)) this.#tell(block);
  }

  /** Is called when the observer follows another head of the child. */
  childMoved(head: ChildBlock, old: ChildBlock): void {
    this.#mainChain.follow(head);
    const isReorg = head.parent !== old;
    if (isReorg && commonAncestor(head, old).header.number < this.#comparedHeight) {
      this.#monitor.recheck();
    }
  }

  results(): ForkMonitorResults {
    const told = this.#told;
    const blocks = Object.values(told).reduce((sum, count) => sum + count, 0);
    const forkTags = told.witness + told.repeat;
    return {
      blocks,
      tagged: blocks - told.untagged,
      mainTags: told["main-chain"] + told.sibling,
      forkTags,
      forkShare: estimateShare(forkTags, blocks),
      forks: [...this.#forks.values()],
      alerts: this.#alerts,
      alertCount: this.#alertCount,
      highestLevel: this.#highestLevel,
    };
  }

  #tell({ height, foundAt, tag }: WaitingBlock): void {
    const { warmUpSeconds, epochSeconds } = this.#options;
    const time = epochSeconds + Math.floor(foundAt);
    const { kind, fork } = this.#monitor.observe({ height, tag, time });
    if (tag !== undefined) {
      const compared = Math.min(tag.height, this.#mainChain.headHeight());
      this.#comparedHeight = Math.max(this.#comparedHeight, compared);
    }
    if (foundAt >= warmUpSeconds) this.#told[kind]++;
    if (fork !== undefined) this.#note(fork, height, foundAt);
  }

  #note(fork: Fork, bitcoinHeight: number, foundAt: number): void {
    const forks = this.#forks;
    const before = this.#levels.get(fork.id) ?? -1;
    this.#keepLevel(fork);
    if (foundAt < this.#options.warmUpSeconds) return;
    if (forks.has(fork.id) || forks.size < alertsMax) forks.set(fork.id, summaryOf(fork));
    if (fork.level <= before) return;
    this.#highestLevel = Math.max(this.#highestLevel, fork.level);
    this.#alertCount++;
    if (this.#alerts.length < alertsMax) this.#alerts.push(alertOf(fork, bitcoinHeight, foundAt));
  }

  /** The monitor itself keeps fewer forks than these. */
  #keepLevel({ id, level }: Fork): void {
    const levels = this.#levels;
    levels.delete(id);
    levels.set(id, level);
    for (const oldest of levels.keys()) {
      if (levels.size <= alertsMax) return;
      levels.delete(oldest);
    }
  }
}

const summaryOf = (fork: Fork): ForkSummary => ({
  level: fork.level,
  witnesses: fork.witnessCount,
  height: fork.lastHeight,
  startLow: fork.range.from,
  startHigh: fork.range.to,
  length: fork.lengthMax,
  hashShare: fork.share,
});

const alertOf = (fork: Fork, bitcoinHeight: number, foundAt: number): ForkAlert => ({
  ...summaryOf(fork),
  hours: foundAt / 3600,
  bitcoinHeight,
});

/** A ring buffer of the observer's branch of the child, by height. */
class MainChainRing implements MainChain {
  readonly #ring: { readonly height: number; readonly block: MainChainBlock }[] = [];
  #headHeight = 0;

  constructor(genesis: ChildBlock) {
    this.#ring[0] = { height: 0, block: genesis.facts };
  }

  headHeight(): number {
    return this.#headHeight;
  }

  block(height: number): MainChainBlock | undefined {
    if (height > this.#headHeight) return undefined;
    const entry = this.#ring[height % monitoredHeights];
    return entry?.height === height ? entry.block : undefined;
  }

  follow(head: ChildBlock): void {
    const ring = this.#ring;
    this.#headHeight = head.header.number;
    for (let at: ChildBlock | undefined = head; at !== undefined; at = at.parent) {
      const { number } = at.header;
      if (ring[number % monitoredHeights]?.block === at.facts) return;
      ring[number % monitoredHeights] = { height: number, block: at.facts };
    }
  }
}
