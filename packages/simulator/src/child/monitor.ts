/**
 * Runs the observer's fork monitor: it reads the tags of Bitcoin's main chain, each block once the
 * next one is known, and records the hidden branches of the child that they show.
 */
import {
  type Fork,
  ForkMonitor,
  type ForkTag,
  type MainChainBlock,
  type ObservationKind,
  readForkTag,
} from "@tandem/consensus";
import type { BitcoinTree } from "../bitcoin/tree.js";
import { alertsMax, monitoredHeights } from "../limits.js";
import { estimateShare } from "../measure/estimate.js";
import type { ForkAlert, ForkMonitorResults, ForkSummary } from "../results/results.js";
import type { BitcoinHeaders } from "./bitcoin-headers.js";
import { type ChildBlock, commonAncestor } from "./block.js";

export interface MonitorAdapter {
  /** Is called when the observer follows another Bitcoin block. */
  bitcoinMoved(id: number): void;
  /** Is called when the observer follows another head of the child. */
  childMoved(head: ChildBlock, old: ChildBlock): void;
  results(): ForkMonitorResults;
}

/** A block of Bitcoin's main chain that was not passed to the monitor yet. */
interface WaitingBlock {
  readonly height: number;
  readonly foundAt: number;
  readonly tag: ForkTag | undefined;
}

export function createMonitorAdapter(options: {
  readonly tree: BitcoinTree;
  readonly headers: BitcoinHeaders;
  readonly genesis: ChildBlock;
  readonly warmUpSeconds: number;
  /** The Unix seconds at the beginning of the simulation. */
  readonly epochSeconds: number;
}): MonitorAdapter {
  const { tree, headers, genesis, warmUpSeconds, epochSeconds } = options;
  const mainChain = createMainChainRing(genesis);
  const monitor = new ForkMonitor(mainChain);
  const told: Record<ObservationKind, number> = {
    untagged: 0,
    "main-chain": 0,
    sibling: 0,
    witness: 0,
    repeat: 0,
    unplaced: 0,
  };
  const alerts: ForkAlert[] = [];
  let alertCount = 0;
  let highestLevel = 0;
  /** The level of each fork at its last witness; the fork whose last witness is oldest stands first. */
  const levels = new Map<number, number>();
  /** The latest state of each fork, by the height of its first witness. */
  const forks = new Map<number, ForkSummary>();
  let tip = 0;
  /** Oldest first. */
  let waiting: WaitingBlock[] = [];
  /** The highest height of the main chain that a tag was compared with. */
  let comparedHeight = 0;

  function tell({ height, foundAt, tag }: WaitingBlock): void {
    const time = epochSeconds + Math.floor(foundAt);
    const { kind, fork } = monitor.observe({ height, tag, time });
    if (tag !== undefined) {
      comparedHeight = Math.max(comparedHeight, Math.min(tag.height, mainChain.headHeight()));
    }
    if (foundAt >= warmUpSeconds) told[kind]++;
    if (fork !== undefined) note(fork, height, foundAt);
  }

  function note(fork: Fork, bitcoinHeight: number, foundAt: number): void {
    const before = levels.get(fork.id) ?? -1;
    keepLevel(fork);
    if (foundAt < warmUpSeconds) return;
    if (forks.has(fork.id) || forks.size < alertsMax) forks.set(fork.id, summaryOf(fork));
    if (fork.level <= before) return;
    highestLevel = Math.max(highestLevel, fork.level);
    alertCount++;
    if (alerts.length < alertsMax) alerts.push(alertOf(fork, bitcoinHeight, foundAt));
  }

  /** The monitor itself keeps fewer forks than these. */
  function keepLevel({ id, level }: Fork): void {
    levels.delete(id);
    levels.set(id, level);
    for (const oldest of levels.keys()) {
      if (levels.size <= alertsMax) return;
      levels.delete(oldest);
    }
  }

  return {
    bitcoinMoved(id) {
      const common = tree.commonAncestor(tip, id);
      const path: number[] = [];
      for (let at = id; at !== common; at = tree.parent(at)) path.push(at);
      waiting = waiting.filter(({ height }) => height <= tree.height(common));
      for (const at of path.reverse()) {
        const parts = headers.parts(at);
        const tag = parts && readForkTag(parts.coinbase);
        waiting.push({ height: tree.height(at), foundAt: tree.foundAt(at), tag });
      }
      tip = id;
      for (const block of waiting.splice(0, waiting.length - 1)) tell(block);
    },
    childMoved(head, old) {
      mainChain.follow(head);
      const isReorg = head.parent !== old;
      if (isReorg && commonAncestor(head, old).header.number < comparedHeight) monitor.recheck();
    },
    results() {
      const blocks = Object.values(told).reduce((sum, count) => sum + count, 0);
      const forkTags = told.witness + told.repeat;
      return {
        blocks,
        tagged: blocks - told.untagged,
        mainTags: told["main-chain"] + told.sibling,
        forkTags,
        forkShare: estimateShare(forkTags, blocks),
        forks: [...forks.values()],
        alerts,
        alertCount,
        highestLevel,
      };
    },
  };
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

/** Creates a ring buffer of the observer's branch of the child, by height. */
function createMainChainRing(genesis: ChildBlock) {
  const ring: { readonly height: number; readonly block: MainChainBlock }[] = [];
  let headHeight = 0;
  ring[0] = { height: 0, block: genesis.facts };
  return {
    headHeight: () => headHeight,
    block(height: number): MainChainBlock | undefined {
      if (height > headHeight) return undefined;
      const entry = ring[height % monitoredHeights];
      return entry?.height === height ? entry.block : undefined;
    },
    follow(head: ChildBlock): void {
      headHeight = head.header.number;
      for (let at: ChildBlock | undefined = head; at !== undefined; at = at.parent) {
        const { number } = at.header;
        if (ring[number % monitoredHeights]?.block === at.facts) return;
        ring[number % monitoredHeights] = { height: number, block: at.facts };
      }
    },
  };
}
