/**
 * Decides what the charts of a run show: values over time, depths of reorgs, and shares of pools.
 */
import type { BarChart, BarSeries } from "./chart/bar-chart.js";
import type { ChartWords } from "./chart/frame.js";
import { groupsOf, type LineChart, type LineSeries, type Point } from "./chart/line-chart.js";
import type { ChartedChain, ChartedPool, ChartedResults } from "./charted-results.js";
import { countedFigure, figure } from "./figures.js";

/** The maximum number of lines of pools with their own bars; the smaller ones are combined. */
const poolsShownMax = 10;

/** The number of points of a smoothed line, whose values vary by chance between blocks. */
const smoothPoints = 72;

/** The number of depths with their own bar; deeper reorgs are counted with the last. */
const depthsShownMax = 20;

/** The data of a chart. */
export interface RunChart {
  /** The name of its file, without the extension. */
  readonly name: string;
  readonly chart: LineChart | BarChart;
}

/**
 * Returns the charts of a run.
 * @param name the name of the scenario, for the line under the titles.
 */
export function runCharts(results: ChartedResults, name: string): readonly RunChart[] {
  const subtitle = `${name}: seed ${results.seed}, ${countedFigure(results.hours, "hour")}`;
  return [
    { name: "stale-rate", chart: staleRate(results, subtitle) },
    { name: "intervals", chart: intervals(results, subtitle) },
    { name: "difficulty", chart: difficulty(results, subtitle) },
    { name: "reorg-depths", chart: reorgDepths(results, subtitle) },
    { name: "shares", chart: shares(results, subtitle) },
  ];
}

interface NamedChain {
  readonly name: string;
  readonly chain: ChartedChain;
}

const chainsOf = ({ bitcoin, child }: ChartedResults): NamedChain[] => [
  { name: "Bitcoin", chain: bitcoin },
  ...(child === undefined ? [] : [{ name: "merge-mined chain", chain: child }]),
];

type ValueOf = (point: ChartedChain["series"][number]) => number;

const overTime = (name: string, { series }: ChartedChain, of: ValueOf): LineSeries => ({
  name,
  points: series.map((point) => [point.hours, of(point)]),
});

/**
 * Returns means over more blocks, so that the level is visible through the noise. A point counts by
 * its blocks, because the last one may have fewer than the others.
 */
const smoothOverTime = (name: string, { series }: ChartedChain, of: ValueOf): LineSeries => ({
  name,
  points: groupsOf(series, smoothPoints).map((group): Point => {
    const blocks = group.reduce((sum, point) => sum + point.blocks, 0);
    const mean = (value: ValueOf) =>
      group.reduce((sum, point) => sum + value(point) * point.blocks, 0) / blocks;
    return [mean(({ hours }) => hours), mean(of)];
  }),
});

/** Returns the share of uncles if there is a child, else of Bitcoin's stale blocks. */
function staleRate({ bitcoin, child }: ChartedResults, subtitle: string): LineChart {
  const chain = child ?? bitcoin;
  const isChild = child !== undefined;
  const kind = isChild ? "Uncles" : "Stale blocks";
  const mean = isChild ? child.unclesPerBlock : bitcoin.stale / Math.max(1, bitcoin.main);
  return {
    title: isChild ? "Uncle rate" : "Rate of stale blocks",
    subtitle,
    description: `${kind} for each block of the main chain over time; ${figure(mean)} on average.`,
    xLabel: "time (hours)",
    yLabel: `${kind.toLowerCase()} per main-chain block`,
    series: [smoothOverTime(kind.toLowerCase(), chain, (point) => point.stalePerBlock)],
    levels: [{ name: `mean of the run: ${figure(mean)}`, y: mean }],
    isFromZero: true,
  };
}

function intervals({ bitcoin, child }: ChartedResults, subtitle: string): LineChart {
  const chain = child ?? bitcoin;
  const whose = child === undefined ? "Bitcoin" : "the merge-mined chain";
  const { mean, median } = chain.intervalSeconds;
  return {
    title: `Seconds between blocks of ${whose}`,
    subtitle,
    description: `Mean interval between main-chain blocks over time; ${countedFigure(mean, "second")} on average, ${figure(median)} in the median.`,
    xLabel: "time (hours)",
    yLabel: "interval (seconds)",
    series: [smoothOverTime("interval", chain, (point) => point.intervalSeconds)],
    levels: [{ name: `mean of the run: ${figure(mean)} s`, y: mean }],
    isFromZero: true,
  };
}

/**
 * Returns both difficulties as multiples of their first values, since their sizes differ too much
 * for one axis.
 */
function difficulty(results: ChartedResults, subtitle: string): LineChart {
  const all = chainsOf(results);
  const ends = all.map(
    ({ name, chain }) => `${name} ended at ${figure(growth(chain, chain.difficulty.last))}`,
  );
  return {
    title: all.length > 1 ? "Difficulty of both chains" : "Difficulty of Bitcoin",
    subtitle,
    description: `Difficulty over time as a multiple of the first block's: ${ends.join(", ")}.`,
    xLabel: "time (hours)",
    yLabel: "difficulty (first block = 1)",
    series: all.map(({ name, chain }) =>
      overTime(name, chain, (point) => growth(chain, point.difficulty)),
    ),
  };
}

const growth = ({ difficulty: { first } }: ChartedChain, value: number) =>
  first === 0 ? 0 : value / first;

function reorgDepths(results: ChartedResults, subtitle: string): BarChart {
  const all = chainsOf(results).map(({ name, chain }) => ({
    name,
    reorgs: chain.reorgs,
    values: gathered(chain.reorgs.byDepth, depthsShownMax),
  }));
  const depths = Math.max(1, ...all.map(({ values }) => values.length));
  const told = all.map(
    ({ name, reorgs }) =>
      `${name} ${figure(reorgs.count)}, the deepest of ${countedFigure(reorgs.deepest, "block")}`,
  );
  return {
    title: "Depth of reorgs",
    subtitle: `${subtitle}${deepestWords(all.map(({ reorgs }) => reorgs.deepest))}`,
    description: `Reorgs that a node which mines nothing saw, by the blocks each undid: ${told.join("; ")}.`,
    xLabel: "depth (blocks undone)",
    yLabel: "reorgs seen by the observer",
    categories: Array.from({ length: depths }, (_, i) => depthName(i + 1)),
    series: all.map(({ name, values }) => ({
      name,
      values: Array.from({ length: depths }, (_, i) => values[i] ?? 0),
    })),
    decimals: 0,
  };
}

/** Names the deepest reorg if its depth has no bar of its own. */
function deepestWords(depths: readonly number[]): string {
  const deepest = Math.max(...depths);
  return deepest > depthsShownMax ? `; the deepest undid ${countedFigure(deepest, "block")}` : "";
}

const depthName = (depth: number) => (depth === depthsShownMax ? `${depth}+` : `${depth}`);

/** Returns the first values, with all further ones added to the last. */
function gathered(values: readonly number[], placesMax: number): number[] {
  const first = values.slice(0, placesMax);
  const rest = values.slice(placesMax).reduce((sum, value) => sum + value, 0);
  return first.map((value, i) => (i === placesMax - 1 ? value + rest : value));
}

interface Measure {
  readonly name: string;
  readonly of: (pool: ChartedPool) => number;
}

const ofBitcoin: readonly Measure[] = [
  { name: "hash power", of: (pool) => pool.hashShare },
  { name: "main-chain blocks", of: (pool) => pool.bitcoin.mainShare },
];

const ofChild: readonly Measure[] = [
  { name: "hash power that merge-mines", of: (pool) => pool.child?.hashShare ?? 0 },
  { name: "main-chain blocks", of: (pool) => pool.child?.mainShare ?? 0 },
  { name: "revenue", of: (pool) => pool.child?.revenueShare ?? 0 },
];

function shares({ child, pools }: ChartedResults, subtitle: string): BarChart {
  const measures = child === undefined ? ofBitcoin : ofChild;
  const [weight] = measures as readonly [Measure];
  const byWeight = [...pools].sort((a, b) => weight.of(b) - weight.of(a));
  const own = pools.length <= poolsShownMax ? pools : byWeight.slice(0, poolsShownMax - 1);
  const rest = pools.filter((pool) => !own.includes(pool));
  const inPercent = (all: readonly ChartedPool[], { of }: Measure) =>
    all.reduce((sum, pool) => sum + of(pool) * 100, 0);
  const series = measures.map(
    (measure): BarSeries => ({
      name: measure.name,
      values: [
        ...own.map((pool) => inPercent([pool], measure)),
        ...(rest.length > 0 ? [inPercent(rest, measure)] : []),
      ],
    }),
  );
  const words: ChartWords = {
    title:
      child === undefined
        ? "Hash power and Bitcoin blocks of each pool"
        : "Hash power and revenue of each pool on the merge-mined chain",
    subtitle,
    description: `For each pool, in percent of all: ${measures.map(({ name }) => name).join(", ")}.`,
    xLabel: "pool",
    yLabel: "share of all pools (%)",
  };
  const others = rest.length > 0 ? [countedFigure(rest.length, "other")] : [];
  const categories = [...own.map((pool) => poolLabel(pool)), ...others];
  return { ...words, categories, series, decimals: 1 };
}

const poolLabel = ({ name, count }: ChartedPool) => (count > 1 ? `${name} × ${count}` : name);
