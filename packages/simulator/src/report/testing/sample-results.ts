/** Provides results as a run could have measured them, with few and simple numbers. */
import type {
  ChainResults,
  ChildResults,
  Distribution,
  PoolResults,
  Results,
} from "../../results/results.js";

const seconds = (mean: number, median: number): Distribution => ({
  count: 100,
  mean,
  median,
  p10: 1,
  p90: 50,
  p99: 99.5,
  highest: 120,
});

const bitcoin: ChainResults & { readonly retargets: number } = {
  mined: 61,
  main: 60,
  stale: 1,
  hidden: 0,
  staleShare: 1 / 61,
  intervalSeconds: seconds(601.25, 412),
  reorgs: {
    count: 2,
    deepest: 1,
    byDepth: [2],
    pools: { count: 5, deepest: 2, byDepth: [4, 1] },
  },
  difficulty: { first: 600, last: 660, lowest: 600, highest: 660 },
  series: [
    {
      height: 30,
      blocks: 30,
      hours: 5,
      difficulty: 600,
      intervalSeconds: 600,
      stalePerBlock: 0,
    },
    {
      height: 60,
      blocks: 30,
      hours: 10,
      difficulty: 660,
      intervalSeconds: 602.5,
      stalePerBlock: 0.0333,
    },
  ],
  retargets: 0,
};

const child: ChildResults = {
  ...bitcoin,
  mined: 1500,
  main: 1000,
  stale: 500,
  staleShare: 1 / 3,
  intervalSeconds: seconds(36, 30),
  uncles: 480,
  unclesPerBlock: 0.48,
  lost: 20,
  refused: 0,
  uncleDistances: [400, 80],
  unclesListed: [700, 150, 150],
  uncleCorrelation: { own: 0.3, previous: -0.1, next: -0.05 },
  timestampSeconds: seconds(36, 29),
  timestampAgeSeconds: seconds(12.5, 11),
  sharedNonces: 59,
  blocksPerTag: 16.67,
  fees: 1_000_000_000,
};

const own = { mined: 30, main: 30, stale: 0, mainShare: 0.5, staleShare: 0 };

const pool = (name: string, count: number, revenueShare: number): PoolResults => ({
  name,
  count,
  strategy: "honest",
  hashShare: 0.5,
  bitcoin: own,
  child: {
    ...own,
    hashShare: 0.5,
    uncles: 1,
    revenue: 7,
    revenueShare,
    advantage: revenueShare / 0.5,
  },
});

/**
 * The results of both chains and two lines of pools, with one expectation that is met and one that
 * is not.
 */
export const sampleResults: Results = {
  about: "Two lines of pools.",
  seed: 7,
  stoppedBy: "hours",
  hours: 10,
  events: 12_345,
  bitcoin,
  child,
  pools: [
    { ...pool("north", 1, 0.6), strategy: "double-spend", attackedChain: "bitcoin" },
    pool("south", 3, 0.4),
  ],
  attacks: [
    {
      pool: "north",
      chain: "bitcoin",
      confirmations: 6,
      trials: 1000,
      successes: 157,
      success: { share: 0.157, low: 0.13, high: 0.19 },
      meanUndone: 8.5,
    },
  ],
  forkMonitor: {
    blocks: 60,
    tagged: 59,
    mainTags: 50,
    forkTags: 9,
    forkShare: { share: 0.15, low: 0.07, high: 0.3 },
    forks: [],
    alerts: [
      {
        hours: 9.5,
        bitcoinHeight: 58,
        level: 2,
        witnesses: 4,
        height: 990,
        startLow: 400,
        startHigh: 464,
        length: 590,
        hashShare: 0.6,
      },
    ],
    alertCount: 1,
    highestLevel: 2,
  },
  expectations: [
    { metric: "child.unclesPerBlock", found: 0.48, min: 0.4, max: 0.5, isMet: true },
    { metric: "bitcoin.reorgs.deepest", found: 1, max: 0, isMet: false },
  ],
  isAsExpected: false,
};

/** Builds results without a child, an attack or expectations. */
export const bitcoinAlone: Results = (() => {
  const { child: _child, forkMonitor: _monitor, ...rest } = sampleResults;
  const pools = rest.pools.map(({ child: _own, ...line }): PoolResults => line);
  return { ...rest, pools, attacks: [], expectations: [], isAsExpected: true };
})();
