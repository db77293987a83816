/**
 * Everything a run measured, as plain data: numbers, texts, lists. A member is absent where there is
 * nothing to measure, never null. The same scenario gives the same bytes as JSON.
 *
 * Blocks are counted once they are settled: every pool's branch contains them, or none does. At the
 * end of a run what is on its way arrives, partitions or not, and the rest is settled by the branch of
 * the observer, a node that mines nothing.
 */
import type { Strategy } from "../scenario/strategies.js";

export interface Results {
  readonly about: string;
  readonly seed: number;
  readonly stoppedBy: "hours" | "bitcoin-blocks" | "child-blocks" | "trials";
  /** Virtual hours the world lasted, warm-up included. */
  readonly hours: number;
  /** Things that happened: blocks found, heard of, jobs given. */
  readonly events: number;
  readonly bitcoin: BitcoinResults;
  readonly child?: ChildResults;
  /** One a line of the scenario, in its order. */
  readonly pools: readonly PoolResults[];
  /** One a pool that double-spends. */
  readonly attacks: readonly AttackResults[];
  readonly forkMonitor?: ForkMonitorResults;
  /** In the order of the scenario. */
  readonly expectations: readonly ExpectationResult[];
  /** True when every expectation holds; also when there is none. */
  readonly isAsExpected: boolean;
}

/** Results that both chains have. */
export interface ChainResults {
  /** Found: `main + stale + hidden`. */
  readonly mined: number;
  readonly main: number;
  readonly stale: number;
  /** Kept back by an attacker and never published. */
  readonly hidden: number;
  /** `stale / (main + stale)`; on the child, uncles are stale too. */
  readonly staleShare: number;
  /** Between the finding of a main block and of the one before. */
  readonly intervalSeconds: Distribution;
  /** Blocks undone at once, as the observer and as pools saw it. */
  readonly reorgs: ReorgResults;
  /** In hashes, of main blocks; all pools together make 10^12 hashes a second. */
  readonly difficulty: {
    readonly first: number;
    readonly last: number;
    readonly lowest: number;
    readonly highest: number;
  };
  /** In order of height; all points but the last sum up equally many blocks. */
  readonly series: readonly SeriesPoint[];
}

export interface BitcoinResults extends ChainResults {
  /** Times the difficulty was set anew. */
  readonly retargets: number;
  /** Main blocks whose coinbase has a tag, and their share of main blocks. With a child only. */
  readonly tagged?: number;
  readonly taggedShare?: number;
}

export interface ChildResults extends ChainResults {
  /** Stale blocks that a main block lists. */
  readonly uncles: number;
  readonly unclesPerBlock: number;
  /** Stale blocks nobody lists. */
  readonly lost: number;
  /** Blocks found that break a rule: Bitcoin's time too far from the template's. Not in `mined`. */
  readonly refused: number;
  /** Place i: uncles listed by a block i + 1 above them. */
  readonly uncleDistances: readonly number[];
  /** Place i: main blocks that list i uncles. */
  readonly unclesListed: readonly number[];
  /** Of the uncles a main block lists with times between timestamps. */
  readonly uncleCorrelation: UncleCorrelation;
  /** Between the timestamps of a main block and of the one before. */
  readonly timestampSeconds: Distribution;
  /** How much older than its finding a main block's timestamp is. */
  readonly timestampAgeSeconds: Distribution;
  /** Nonces that met Bitcoin's target and the child's. */
  readonly sharedNonces: number;
  /** Main blocks of the child a tagged main block of Bitcoin; 0 without any. */
  readonly blocksPerTag: number;
  /** Wei all main blocks pay. */
  readonly fees: number;
}

/** Pearson's coefficients, each from -1 to 1. */
export interface UncleCorrelation {
  /** With the time from the block before to it. */
  readonly own: number;
  /** With the time before that. */
  readonly previous: number;
  /** With the time from it to the next block. */
  readonly next: number;
}

/** Describes a sample of seconds. Quantiles are right to half a percent. All zero for an empty sample. */
export interface Distribution {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
  readonly p99: number;
  readonly highest: number;
}

export interface ReorgResults {
  /** Reorgs the observer saw. */
  readonly count: number;
  /** Deepest one the observer saw, in blocks. */
  readonly deepest: number;
  /** Place i: reorgs of i + 1 blocks; the last place has all deeper ones too. */
  readonly byDepth: readonly number[];
  /** The same as all pools saw it, each its own: a reorg that ten pools see counts ten times. */
  readonly pools: {
    readonly count: number;
    readonly deepest: number;
    readonly byDepth: readonly number[];
  };
}

export interface SeriesPoint {
  /** Height of the last main block summed up. */
  readonly height: number;
  /** Main blocks summed up. */
  readonly blocks: number;
  /** The virtual time of the last block, in hours. */
  readonly hours: number;
  /** Mean difficulty. */
  readonly difficulty: number;
  /** Mean interval. */
  readonly intervalSeconds: number;
  /** Stale blocks a main block: on Bitcoin found beside them, on the child uncles they list. */
  readonly stalePerBlock: number;
}

export interface PoolResults {
  readonly name: string;
  /** Pools the line stands for; every figure is of all of them. */
  readonly count: number;
  readonly strategy: Strategy["kind"];
  /** Share of Bitcoin's hash power, as the scenario says. */
  readonly hashShare: number;
  readonly bitcoin: PoolChainResults;
  readonly child?: PoolChildResults;
}

export interface PoolChainResults {
  readonly mined: number;
  readonly main: number;
  readonly stale: number;
  /** Share of all main blocks: on Bitcoin the share of its revenue. */
  readonly mainShare: number;
  /** `stale / (main + stale)`. */
  readonly staleShare: number;
}

export interface PoolChildResults extends PoolChainResults {
  /** Share of the hash power that mines the child. */
  readonly hashShare: number;
  /** Its stale blocks that a main block lists. */
  readonly uncles: number;
  /** Wei, by the scenario's rewards. */
  readonly revenue: number;
  /** Share of what all pools earned. */
  readonly revenueShare: number;
  /** `revenueShare / hashShare`, 0 without hash power. */
  readonly advantage: number;
}

/** A share found by counting, and where it lies with 99 % confidence (Wilson). */
export interface Estimate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface AttackResults {
  readonly pool: string;
  readonly chain: "bitcoin" | "child";
  readonly confirmations: number;
  readonly trials: number;
  readonly successes: number;
  readonly success: Estimate;
  /** Mean blocks of the public branch that a success undid; 0 without any. */
  readonly meanUndone: number;
}

/** The findings of an observer of the tags in Bitcoin's main chain. */
export interface ForkMonitorResults {
  /** Bitcoin main blocks it looked at, and those with a tag. */
  readonly blocks: number;
  readonly tagged: number;
  /** Tags of the branch the observer follows, and of branches it does not know. */
  readonly mainTags: number;
  readonly forkTags: number;
  /** `forkTags / blocks`, with its confidence. */
  readonly forkShare: Estimate;
  /** The first ones, each as its last tag tells of it. */
  readonly forks: readonly ForkSummary[];
  /** The first ones; `alertCount` counts all. */
  readonly alerts: readonly ForkAlert[];
  readonly alertCount: number;
  readonly highestLevel: number;
}

/** A branch that the main chain does not have. */
export interface ForkSummary {
  /** 0 seen, 1 urgent, 2 action required. */
  readonly level: number;
  /** Tags that tell of it. */
  readonly witnesses: number;
  /** Child height of its newest tag, and between which it left the main chain. */
  readonly height: number;
  readonly startLow: number;
  readonly startHigh: number;
  /** Longest it can be, in blocks. */
  readonly length: number;
  /** Its part of the tags since it began. */
  readonly hashShare: number;
}

/** A fork was seen for the first time, or rose to a higher level. */
export interface ForkAlert extends ForkSummary {
  /** Virtual hours. */
  readonly hours: number;
  readonly bitcoinHeight: number;
}

export interface ExpectationResult {
  /** Path of the metric. */
  readonly metric: string;
  readonly found: number;
  readonly min?: number;
  readonly max?: number;
  readonly isMet: boolean;
}

/** The progress of a run. */
export interface Progress {
  /** 0 to 1. */
  readonly done: number;
  readonly hours: number;
  readonly bitcoinBlocks: number;
  readonly childBlocks: number;
}
