/** Converts a sweep to tables of comma-separated values. */
import type { ReportFile } from "../report/charts.js";
import { csv } from "../report/csv.js";
import type { SweepResults } from "./run-sweep.js";
import { settingText, variedPaths } from "./sweep-summary.js";

/** Returns a table with a row for each run, and one with a row for each mean. */
export function sweepTables(results: SweepResults): ReportFile[] {
  const { runs, summary, measures } = results;
  const varied = variedPaths(results);
  const cells = (set: Readonly<Record<string, unknown>>) =>
    varied.map((path) => settingText(set[path]));
  const estimated = ["runs", "mean", "standard-deviation", "low", "high"];
  const tables = {
    runs: {
      columns: [...varied, "seed", ...measures, "failed"],
      rows: runs.map(({ seed, set, values, failed }) => [
        ...cells(set),
        seed,
        ...measures.map((measure) => values[measure]),
        failed.length,
      ]),
    },
    summary: {
      columns: [...varied, "measure", ...estimated],
      rows: summary.map(({ set, measure, count, mean, standardDeviation, low, high }) => [
        ...cells(set),
        ...[measure, count, mean, standardDeviation, low, high],
      ]),
    },
  };
  return Object.entries(tables).map(([name, table]) => ({ name: `${name}.csv`, text: csv(table) }));
}
