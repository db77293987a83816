/** Shows the runs of a sweep on a terminal: one line for each run, and the means. */
import { counted } from "@tandem/primitives";
import { figure } from "../report/figures.js";
import { aligned, columns, fitting } from "../report/table.js";
import type { SweepResults, SweepRun, SweepSummary } from "./run-sweep.js";

/** The maximum number of characters of a set value in a table; longer ones are numbered. */
const valueCharactersMax = 14;

/** The number from which on a figure is written with an exponent, to keep columns narrow. */
const exponentFrom = 1e9;

/** Returns the name of a measure in the tables: A, B and so on. */
const letterOf = (measure: number) => String.fromCharCode("A".charCodeAt(0) + measure);

/** Formats a value that is set, as in `--set`. */
export const settingText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

const short = (value: number) =>
  Math.abs(value) >= exponentFrom ? value.toExponential(3) : figure(value);

const orDash = (value: number | undefined) => (value === undefined ? "–" : short(value));

/** Returns the paths of the members that differ from run to run. */
export const variedPaths = ({ runs }: Pick<SweepResults, "runs">): string[] =>
  Object.keys(runs[0]?.set ?? {});

/** Returns the tables in lines of at most 80 columns. The first is a sentence. */
export const sweepSummary = (results: SweepResults): string[] => [
  ...fitting(sentence(results)),
  "",
  ...legend(results),
  "",
  ...runTables(results),
  ...meanLines(results),
  ...sweepVerdict(results),
];

function sentence({ scenario, runs }: SweepResults): string {
  if (runs.length === 1) return `Simulated ${scenario}: one run`;
  const seeds = new Set(runs.map(({ seed }) => seed)).size;
  const settings = `${counted(runs.length / seeds, "setting")} with ${counted(seeds, "seed")} each`;
  const how = variedPaths({ runs }).length > 0 ? settings : "each with a seed of its own";
  return `Simulated ${scenario}: ${runs.length} runs, ${how}`;
}

/** Names the columns, since paths are too long for headings. */
function legend(results: SweepResults): string[] {
  return [
    ...variedPaths(results).flatMap((path, i) => [
      `set ${i + 1}  ${path}`,
      ...longValues(results.runs, path).map((text, n) => `       #${n + 1} ${text}`),
    ]),
    ...results.measures.map((path, i) => `${letterOf(i)}      ${path}`),
  ].flatMap(fitting);
}

/** Returns the values of a member that are too long for the tables, which show their numbers. */
function longValues(runs: readonly SweepRun[], path: string): string[] {
  const texts = [...new Set(runs.map(({ set }) => settingText(set[path])))];
  return texts.some(({ length }) => length > valueCharactersMax) ? texts : [];
}

function meanLines(results: SweepResults): string[] {
  if (results.summary.every(({ count }) => count === 1)) return [];
  return [
    "The mean, the standard deviation, and the interval that contains the true mean",
    "with 99 % confidence (Student's t):",
    "",
    ...aligned(summaryRows(results)),
    "",
  ];
}

/** Returns as many tables as it takes to show every measure in the columns of a terminal. */
function runTables({ runs, measures, expectations }: SweepResults): string[] {
  const left = [
    [...variedPaths({ runs }).map((_, i) => `set ${i + 1}`), "seed"],
    ...runs.map((run) => [...settingCells(runs, run.set), `${run.seed}`]),
  ];
  const columnOf = (measure: string, i: number) => [
    letterOf(i),
    ...runs.map(({ values }) => orDash(values[measure])),
  ];
  const verdicts =
    expectations === 0
      ? []
      : [["", ...runs.map(({ failed }) => (failed.length > 0 ? "FAILED" : "ok"))]];
  const tables: string[][] = [];
  let table = left;
  for (const column of [...measures.map(columnOf), ...verdicts]) {
    const wider = table.map((row, i) => [...row, column[i] ?? ""]);
    const isWide = aligned(wider).some((line) => line.length > columns);
    if (isWide) tables.push(aligned(table));
    table = isWide ? left.map((row, i) => [...row, column[i] ?? ""]) : wider;
  }
  return [...tables, aligned(table)].flatMap((lines) => [...lines, ""]);
}

const settingCells = (runs: readonly SweepRun[], set: SweepRun["set"]) =>
  Object.entries(set).map(([path, value]) => {
    const text = settingText(value);
    const position = longValues(runs, path).indexOf(text);
    return position < 0 ? text : `#${position + 1}`;
  });

function summaryRows(results: SweepResults): string[][] {
  const { summary, measures } = results;
  const names = variedPaths(results).map((_, i) => `set ${i + 1}`);
  const cells = (one: SweepSummary) => [
    ...settingCells(results.runs, one.set),
    letterOf(measures.indexOf(one.measure)),
    `${one.count}`,
    ...[one.mean, one.standardDeviation, one.low, one.high].map(orDash),
  ];
  return [[...names, "", "runs", "mean", "deviation", "from", "to"], ...summary.map(cells)];
}

/** Returns a line for each run in which an expectation does not hold, and a line for all. */
export function sweepVerdict({ runs, expectations }: SweepResults): string[] {
  if (expectations === 0) return ["Nothing was expected."];
  const failed = runs.filter((run) => run.failed.length > 0);
  if (failed.length === 0) return ["All expectations hold in all runs."];
  return [
    ...failed.flatMap(({ seed, set, failed: metrics }) => {
      const where = Object.entries(set).map(([path, value]) => `, ${path}=${settingText(value)}`);
      return metrics
        .map((metric) => `FAILED  ${metric}  seed ${seed}${where.join("")}`)
        .flatMap(fitting);
    }),
    `An expectation FAILED in ${failed.length} of ${runs.length} runs.`,
  ];
}
