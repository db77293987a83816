/**
 * The results of a run as plain data: numbers, texts, lists. A member is absent if there is nothing
 * to measure, never null. The same scenario results in the same JSON bytes.
 *
 * Blocks are counted once they are settled: every pool's branch contains them, or none does. At the
 * end of a run blocks in transit arrive, in spite of partitions, and the rest is settled by the
 * branch of the observer, a node that does not mine.
 */
import type { Strategy } from "../scenario/strategies.js";

export interface Results {
  readonly about: string;
  readonly seed: number;
  readonly stoppedBy: "hours" | "bitcoin-blocks" | "child-blocks" | "trials";
  /** The simulated virtual hours, including the warm-up. */
  readonly hours: number;
  /** The number of events: found and received blocks, and jobs. */
  readonly events: number;
  readonly bitcoin: BitcoinResults;
  readonly child?: ChildResults;
  /** The results of each group of the scenario, in its order. */
  readonly pools: readonly PoolResults[];
  /** The results of each pool that double-spends. */
  readonly attacks: readonly AttackResults[];
  readonly forkMonitor?: ForkMonitorResults;
  /** The results in the order of the scenario. */
  readonly expectations: readonly ExpectationResult[];
  /** True if every expectation is met; also if there is none. */
  readonly isAsExpected: boolean;
}

/** Results that both chains have. */
export interface ChainResults {
  /** The number of found blocks: `main + stale + hidden`. */
  readonly mined: number;
  readonly main: number;
  readonly stale: number;
  /** The number of blocks that an attacker never published. */
  readonly hidden: number;
  /** `stale / (main + stale)`; on the child, uncles are stale too. */
  readonly staleShare: number;
  /** The seconds between the finding of a main block and of the one before. */
  readonly intervalSeconds: Distribution;
  /** The reorgs of the observer and of the pools, by depth. */
  readonly reorgs: ReorgResults;
  /** The difficulty of main blocks in hashes; all pools together compute 10^12 hashes a second. */
  readonly difficulty: {
    readonly first: number;
    readonly last: number;
    readonly lowest: number;
    readonly highest: number;
  };
  /** The points in order of height; all but the last summarize the same number of blocks. */
  readonly series: readonly SeriesPoint[];
}

export interface BitcoinResults extends ChainResults {
  /** The number of changes of the difficulty. */
  readonly retargets: number;
  /**
   * The number of main blocks whose coinbase has a tag, and their share of main blocks. Present
   * only with a child.
   */
  readonly tagged?: number;
  readonly taggedShare?: number;
}

export interface ChildResults extends ChainResults {
  /** The number of stale blocks that a main block lists. */
  readonly uncles: number;
  readonly unclesPerBlock: number;
  /** The number of stale blocks that no main block lists. */
  readonly lost: number;
  /**
   * The number of found blocks that violate a rule: Bitcoin's time is too far from the template's.
   * They are not in `mined`.
   */
  readonly refused: number;
  /** The number of uncles listed by a block i + 1 above them, at index i. */
  readonly uncleDistances: readonly number[];
  /** The number of main blocks that list i uncles found after the warm-up, at index i. */
  readonly unclesListed: readonly number[];
  /** The correlation of the uncles that a main block lists with intervals between timestamps. */
  readonly uncleCorrelation: UncleCorrelation;
  /** The seconds between the timestamps of a main block and of the one before. */
  readonly timestampSeconds: Distribution;
  /** The seconds from a main block's timestamp to its finding. */
  readonly timestampAgeSeconds: Distribution;
  /** The number of nonces that met both Bitcoin's and the child's target. */
  readonly sharedNonces: number;
  /** The main blocks of the child per tagged main block of Bitcoin; 0 without any. */
  readonly blocksPerTag: number;
  /** The wei that all main blocks pay. */
  readonly fees: number;
}

/** Pearson's correlation coefficients, each from -1 to 1. */
export interface UncleCorrelation {
  /** The correlation with the interval before the block. */
  readonly own: number;
  /** The correlation with the interval before that. */
  readonly previous: number;
  /** The correlation with the interval after the block. */
  readonly next: number;
}

/**
 * Describes a sample of seconds. Quantiles are accurate to half a percent. All are zero for an
 * empty sample.
 */
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
  /** The number of the observer's reorgs after the warm-up. */
  readonly count: number;
  /** The depth of the observer's deepest reorg in blocks. */
  readonly deepest: number;
  /** The number of reorgs of i + 1 blocks, at index i; the last also counts all deeper ones. */
  readonly byDepth: readonly number[];
  /** The same for the nodes of all pools: a reorg of ten pools counts ten times. */
  readonly pools: {
    readonly count: number;
    readonly deepest: number;
    readonly byDepth: readonly number[];
  };
}

export interface SeriesPoint {
  /** The height of the last block of the point. */
  readonly height: number;
  /** The number of main blocks of the point. */
  readonly blocks: number;
  /** The virtual time of the last block, in hours. */
  readonly hours: number;
  /** The mean difficulty. */
  readonly difficulty: number;
  /** The mean interval. */
  readonly intervalSeconds: number;
  /**
   * Stale blocks per main block: on Bitcoin those found beside them, on the child the uncles that
   * they list, without those of the warm-up.
   */
  readonly stalePerBlock: number;
}

export interface PoolResults {
  readonly name: string;
  /** The number of pools of the group; every figure is for all of them. */
  readonly count: number;
  readonly strategy: Strategy["kind"];
  /** The chain of the strategy; it is absent if the pool is honest, as it is on the other chain. */
  readonly attackedChain?: "bitcoin" | "child";
  /** The share of all hashes that pools computed in the measured time, after the warm-up. */
  readonly hashShare: number;
  readonly bitcoin: PoolChainResults;
  readonly child?: PoolChildResults;
}

export interface PoolChainResults {
  readonly mined: number;
  readonly main: number;
  readonly stale: number;
  /** The share of all main blocks: on Bitcoin the share of its revenue. */
  readonly mainShare: number;
  /** `stale / (main + stale)`. */
  readonly staleShare: number;
}

export interface PoolChildResults extends PoolChainResults {
  /** The share of those hashes of the measured time that also mined the child. */
  readonly hashShare: number;
  /** The number of its stale blocks that a main block lists. */
  readonly uncles: number;
  /** The wei by the scenario's rewards. */
  readonly revenue: number;
  /** The share of the revenue of all pools. */
  readonly revenueShare: number;
  /** `revenueShare / hashShare`: what a hash earned, over the mean; 0 without hash power. */
  readonly advantage: number;
}

/** A share estimated by counting, with its confidence interval of 99 % (Wilson). */
export interface Estimate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface AttackResults {
  readonly pool: string;
  readonly chain: "bitcoin" | "child";
  readonly confirmations: number;
  /** The number of finished trials whose payment was sent after the warm-up. */
  readonly trials: number;
  readonly successes: number;
  readonly success: Estimate;
  /** The mean number of blocks of the public branch that a success undid; 0 without any. */
  readonly meanUndone: number;
}

/** The findings of an observer of the tags in Bitcoin's main chain. */
export interface ForkMonitorResults {
  /** The number of Bitcoin main blocks that were read, also those that a reorg undid later, and of those with a tag. */
  readonly blocks: number;
  readonly tagged: number;
  /**
   * The number of tags of the branch that the observer follows, and of branches that it does not
   * know.
   */
  readonly mainTags: number;
  readonly forkTags: number;
  /** `forkTags / blocks` with its confidence interval. */
  readonly forkShare: Estimate;
  /** The first forks, each as its last tag describes it. */
  readonly forks: readonly ForkSummary[];
  /** The first alerts; `alertCount` counts all. */
  readonly alerts: readonly ForkAlert[];
  readonly alertCount: number;
  readonly highestLevel: number;
}

/** A branch that the main chain does not have. */
export interface ForkSummary {
  /** 0 seen, 1 urgent, 2 action required. */
  readonly level: number;
  /** The number of tags that show it. */
  readonly witnesses: number;
  /**
   * The child height of its newest tag, and the bounds of the height at which it left the main
   * chain.
   */
  readonly height: number;
  readonly startLow: number;
  readonly startHigh: number;
  /** The maximum length in blocks. */
  readonly length: number;
  /** Its share of the tags since it began. */
  readonly hashShare: number;
}

/** An alert when a fork was seen for the first time, or rose to a higher level. */
export interface ForkAlert extends ForkSummary {
  /** Virtual hours. */
  readonly hours: number;
  readonly bitcoinHeight: number;
}

export interface ExpectationResult {
  /** The path of the metric. */
  readonly metric: string;
  readonly found: number;
  readonly min?: number;
  readonly max?: number;
  readonly isMet: boolean;
}

/** The progress of a run. */
export interface Progress {
  /** The finished share, 0 to 1. */
  readonly done: number;
  readonly hours: number;
  readonly bitcoinBlocks: number;
  readonly childBlocks: number;
}
