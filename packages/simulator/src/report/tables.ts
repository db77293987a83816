/** Converts the results to tables: one file of comma-separated values each. */
import type { ChainResults, Distribution, Results } from "../results/results.js";
import type { ReportFile } from "./charts.js";
import { type Cell, csv, type Table } from "./csv.js";

/** Returns the tables of a run; those without data have only their headings. */
export function tables(results: Results): ReportFile[] {
  const all: Readonly<Record<string, Table>> = {
    pools: poolsTable(results),
    series: seriesTable(results),
    intervals: intervalsTable(results),
    "reorg-depths": reorgsTable(results),
    "uncle-distances": uncleDistancesTable(results),
    "uncles-listed": unclesListedTable(results),
    attacks: attacksTable(results),
    alerts: alertsTable(results),
    expectations: expectationsTable(results),
  };
  return Object.entries(all).map(([name, table]) => ({ name: `${name}.csv`, text: csv(table) }));
}

const chainsOf = ({ bitcoin, child }: Results): (readonly [string, ChainResults])[] => [
  ["bitcoin", bitcoin],
  ...(child === undefined ? [] : [["child", child] as const]),
];

const poolColumns = ["pool", "count", "strategy", "chain", "hash-share", "mined", "main", "stale"];

function poolsTable({ pools }: Results): Table {
  return {
    columns: [
      ...poolColumns,
      "main-share",
      "stale-share",
      "uncles",
      "revenue-wei",
      "revenue-share",
    ],
    rows: pools.flatMap(({ name, count, strategy, attackedChain, hashShare, bitcoin, child }) => {
      const row = (
        chain: "bitcoin" | "child",
        { mined, main, stale, mainShare, staleShare }: typeof bitcoin,
        share: number,
        ...earned: readonly Cell[]
      ): Cell[] => [
        ...[name, count, chain === attackedChain ? strategy : "honest", chain, share],
        ...[mined, main, stale, mainShare, staleShare, ...earned],
      ];
      const own = row("bitcoin", bitcoin, hashShare, undefined, undefined, undefined);
      if (child === undefined) return [own];
      const { uncles, revenue, revenueShare } = child;
      return [own, row("child", child, child.hashShare, uncles, revenue, revenueShare)];
    }),
  };
}

function seriesTable(results: Results): Table {
  return {
    columns: [
      ...["chain", "height", "blocks", "hours", "difficulty"],
      ...["interval-seconds", "stale-per-block"],
    ],
    rows: chainsOf(results).flatMap(([chain, { series }]) =>
      series.map(({ height, blocks, hours, difficulty, intervalSeconds, stalePerBlock }) => [
        ...[chain, height, blocks, hours, difficulty],
        ...[intervalSeconds, stalePerBlock],
      ]),
    ),
  };
}

function intervalsTable({ bitcoin, child }: Results): Table {
  const rows: [string, string, Distribution][] = [
    ["bitcoin", "found", bitcoin.intervalSeconds],
    ...(child === undefined
      ? []
      : ([
          ["child", "found", child.intervalSeconds],
          ["child", "timestamps", child.timestampSeconds],
          ["child", "age-of-timestamp", child.timestampAgeSeconds],
        ] as [string, string, Distribution][])),
  ];
  return {
    columns: ["chain", "seconds-of", "count", "mean", "median", "p10", "p90", "p99", "highest"],
    rows: rows.map(([chain, of, { count, mean, median, p10, p90, p99, highest }]) => [
      ...[chain, of, count, mean, median, p10, p90, p99, highest],
    ]),
  };
}

function reorgsTable(results: Results): Table {
  return {
    columns: ["chain", "seen-by", "depth", "reorgs"],
    rows: chainsOf(results).flatMap(([chain, { reorgs }]) =>
      [["observer", reorgs.byDepth] as const, ["pools", reorgs.pools.byDepth] as const].flatMap(
        ([who, byDepth]) => byDepth.map((count, i) => [chain, who, i + 1, count]),
      ),
    ),
  };
}

function uncleDistancesTable({ child }: Results): Table {
  return {
    columns: ["distance", "uncles"],
    rows: (child?.uncleDistances ?? []).map((count, i) => [i + 1, count]),
  };
}

function unclesListedTable({ child }: Results): Table {
  return {
    columns: ["uncles", "blocks"],
    rows: (child?.unclesListed ?? []).map((count, i) => [i, count]),
  };
}

function attacksTable({ attacks }: Results): Table {
  return {
    columns: [
      ...["pool", "chain", "confirmations", "trials", "successes"],
      ...["success-share", "success-low", "success-high", "mean-undone"],
    ],
    rows: attacks.map(({ pool, chain, confirmations, trials, successes, success, meanUndone }) => [
      ...[pool, chain, confirmations, trials, successes],
      ...[success.share, success.low, success.high, meanUndone],
    ]),
  };
}

function alertsTable({ forkMonitor }: Results): Table {
  return {
    columns: [
      ...["hours", "bitcoin-height", "level", "witnesses"],
      ...["height", "start-low", "start-high", "length", "hash-share"],
    ],
    rows: (forkMonitor?.alerts ?? []).map((alert) => [
      ...[alert.hours, alert.bitcoinHeight, alert.level, alert.witnesses],
      ...[alert.height, alert.startLow, alert.startHigh, alert.length, alert.hashShare],
    ]),
  };
}

function expectationsTable({ expectations }: Results): Table {
  return {
    columns: ["metric", "min", "max", "found", "is-met"],
    rows: expectations.map(({ metric, min, max, found, isMet }) => [
      metric,
      min,
      max,
      found,
      isMet,
    ]),
  };
}
