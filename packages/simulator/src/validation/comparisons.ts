/**
 * Lists the comparisons of docs/simulator-trust.md: a published figure, and the run that should
 * reproduce it.
 */
import { counted } from "@tandem/primitives";
import type { Results } from "../results/results.js";
import { doubleSpends, doubleSpendWorld, selfishRevenue, selfishWorld } from "./published.js";

/** Describes one published figure and its simulation. */
export interface Comparison {
  /** Names the row of the table. */
  readonly name: string;
  readonly about: string;
  readonly source: string;
  readonly published: number;
  readonly unit: "%" | "s" | "";
  readonly decimals: number;
  /** The file of `validation/` whose tests check figures of this kind. */
  readonly test: string;
  /** A scenario without its seed. */
  readonly scenario: object;
  /** Reads the figure from the results of a run, in the unit. */
  value(results: Results): number;
}

const selfish: readonly Comparison[] = [
  { share: 0.25, gamma: 0.5 },
  { share: 0.33, gamma: 0 },
  { share: 0.35, gamma: 0.5 },
  { share: 0.4, gamma: 1 },
].map(({ share, gamma }) => ({
  name: `selfish-${100 * share}-${gamma}`,
  about: `selfish pool of ${100 * share} %, gamma ${gamma}: share of the blocks`,
  source: "Eyal and Sirer 2014, equation 8",
  published: 100 * selfishRevenue(share, gamma),
  unit: "%",
  decimals: 2,
  test: "selfish-mining",
  scenario: selfishWorld(share, gamma, 200_000),
  value: ({ pools }) => 100 * (pools[0]?.bitcoin.mainShare ?? Number.NaN),
}));

const spends: readonly Comparison[] = doubleSpends
  .filter(({ share }) => share === 0.3)
  .map((spend) => {
    const isCounted = spend.waiting === "blocks";
    const wait = isCounted
      ? `waits for ${counted(spend.confirmations, "block")}`
      : `waits ${counted(spend.confirmations, "mean interval")}`;
    return {
      name: `double-spend-${isCounted ? "rosenfeld" : "nakamoto"}-${spend.confirmations}`,
      about: `double-spend by a pool of 30 %, the merchant ${wait}: success`,
      source: isCounted ? "Rosenfeld 2014" : "Nakamoto 2008, section 11",
      published: 100 * spend.probability,
      unit: "%",
      decimals: 2,
      test: "double-spend",
      scenario: doubleSpendWorld(spend, 20_000),
      value: ({ attacks }) => 100 * (attacks[0]?.success.share ?? Number.NaN),
    };
  });

/** The growth formula of a chain under a constant delay. */
const growthSource = "Sompolinsky and Zohar 2015, growth";
const staleShare = ({ bitcoin }: Results) => 100 * bitcoin.staleShare;

const delays: readonly Comparison[] = [
  ...[
    { count: 1_000, blockSeconds: 600, latencySeconds: 20 },
    { count: 10, blockSeconds: 24, latencySeconds: 5 },
  ].map(({ count, blockSeconds, latencySeconds }): Comparison => {
    const load = ((1 - 1 / count) * latencySeconds) / blockSeconds;
    return {
      name: `stale-${count}-${blockSeconds}-${latencySeconds}`,
      about: `${count} miners, ${blockSeconds} s a block, ${latencySeconds} s of delay: stale blocks`,
      source: growthSource,
      published: (100 * load) / (1 + load),
      unit: "%",
      decimals: 2,
      test: "stale-blocks",
      scenario: {
        about: "Equal pools, constant difficulty, one latency for all.",
        stop: { bitcoinBlocks: 50_000 },
        bitcoin: { blockSeconds, isRetargeting: false },
        network: { latencySeconds },
        pools: [{ name: "equal", share: 1, count }],
      },
      value: staleShare,
    };
  }),
  {
    name: "stale-ring-20",
    about: "ring of ten miners, 20 s of delay, 2,016 blocks: stale blocks",
    source: "bitcoin_miningsim, Andresen",
    published: 3.224,
    unit: "%",
    decimals: 2,
    test: "stale-blocks",
    scenario: {
      about: "The published run of 2,016 blocks.",
      stop: { bitcoinBlocks: 2_016 },
      bitcoin: { isRetargeting: false },
      network: { latencySeconds: 20, ringHopSeconds: 0.01 },
      pools: [{ name: "equal", share: 1, count: 10 }],
    },
    value: ({ bitcoin }) => (100 * bitcoin.stale) / 2_016,
  },
];

const atOnce = { pollSeconds: 0, refreshSeconds: 0, notify: 2 };
const guide = "Rootstock's guide to its fork monitor";

const child: readonly Comparison[] = [
  {
    name: "pace-without-uncles",
    about: "pace of 14 s without uncles: mean interval",
    source: "14 / ln 2: the rule fixes the median",
    published: 14 / Math.LN2,
    unit: "s",
    decimals: 1,
    test: "difficulty",
    scenario: {
      about: "One pool that renews its work without pause.",
      stop: { childBlocks: 5_000 },
      child: { timestamps: "found" },
      pools: [{ name: "all", share: 1, work: atOnce }],
    },
    value: (results) => results.child?.intervalSeconds.mean ?? Number.NaN,
  },
  ...[0.5, 0.25].map(
    (share): Comparison => ({
      name: `tags-${share}`,
      about: `${100 * share} % of the hash power merge-mines: child blocks to a tag in Bitcoin`,
      source: guide,
      published: 20 / share,
      unit: "",
      decimals: 1,
      test: "fork-monitor",
      scenario: {
        about: "A child of 30 seconds a block.",
        stop: { childBlocks: 3_000 },
        child: { blockSeconds: 21, timestamps: "found" },
        bitcoin: { isRetargeting: false },
        pools: [
          { name: "merged", share, work: atOnce },
          { name: "alone", share: 1 - share, mergeMining: 0 },
        ],
      },
      value: (results) => (results.child?.main ?? Number.NaN) / (results.bitcoin.tagged ?? 0),
    }),
  ),
  {
    name: "witnesses-120",
    about: "hidden branch of 120 blocks by half of the hash power: Bitcoin blocks with its tag",
    source: guide,
    published: 3,
    unit: "",
    decimals: 1,
    test: "fork-monitor",
    scenario: {
      about: "Half of all hash power mines a hidden branch.",
      stop: { childBlocks: 770 },
      child: {
        blockSeconds: 21,
        timestamps: "found",
        difficultyDivisor: 1_000_000,
        startIntervalSeconds: 15,
      },
      bitcoin: { isRetargeting: false },
      pools: [
        {
          name: "hidden",
          share: 0.5,
          work: atOnce,
          strategy: { kind: "hidden-branch", fromChildBlock: 500, blocks: 120 },
        },
        { name: "public", share: 0.5, work: atOnce },
      ],
    },
    value: ({ forkMonitor }) => forkMonitor?.forkTags ?? Number.NaN,
  },
];

/** Lists all comparisons, in the order of the table. */
export const comparisons: readonly Comparison[] = [...selfish, ...spends, ...delays, ...child];
