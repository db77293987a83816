/**
 * Draws each measure of a sweep over the runs: over a number that is set, as bars if what is set is
 * no number, or over the seeds.
 */
import { counted } from "@tandem/primitives";
import { type BarChart, barChart } from "../report/chart/bar-chart.js";
import type { ChartWords } from "../report/chart/frame.js";
import type { Interval } from "../report/chart/interval-mark.js";
import { type LineChart, type LineSeries, lineChart } from "../report/chart/line-chart.js";
import { dashes } from "../report/chart/palette.js";
import type { ReportFile } from "../report/charts.js";
import { figure } from "../report/figures.js";
import type { SweepResults, SweepSummary } from "./run-sweep.js";
import { settingText, variedPaths } from "./sweep-summary.js";

/** Renders a chart for each measure as SVG, under the path of the measure. */
export const sweepCharts = (results: SweepResults): ReportFile[] =>
  results.measures.map((measure) => ({
    name: `${measure}.svg`,
    text: chartOf(results, measure),
  }));

function chartOf(results: SweepResults, measure: string): string {
  const summary = results.summary.filter((one) => one.measure === measure);
  const varied = variedPaths(results);
  const one = { results, measure, summary };
  if (varied.length === 0) return lineChart(overSeeds(one));
  const numeric = varied.find((path) => isNumeric(results, path));
  if (numeric !== undefined) {
    const chart = overSetting(one, numeric);
    if (chart.series.length <= dashes.length) return lineChart(chart);
  }
  return barChart(bySettings(one));
}

interface Measured {
  readonly results: SweepResults;
  readonly measure: string;
  /** The means of this measure, one for each combination of settings. */
  readonly summary: readonly SweepSummary[];
}

const isNumeric = ({ runs }: SweepResults, path: string) => {
  const values = new Set(runs.map(({ set }) => set[path]));
  return values.size > 1 && [...values].every((value) => typeof value === "number");
};

const intervalOf = ({ low, high }: SweepSummary): Interval | undefined =>
  low === undefined || high === undefined ? undefined : [low, high];

/** Returns the texts of a chart. The description says what is seen, for those who do not see it. */
function words({ results, measure, summary }: Measured, xLabel: string): ChartWords {
  const { scenario, runs } = results;
  const means = summary.map(({ set, mean }) => {
    const settings = Object.entries(set).map(([path, value]) => `${path}=${settingText(value)}`);
    return [...settings, figure(mean)].join(" ");
  });
  return {
    title: measure,
    subtitle: `${scenario}: ${counted(runs.length, "run")}`,
    description: `The mean of ${measure} and the interval that contains it with 99 % confidence: ${means.join("; ")}.`,
    xLabel,
    yLabel: measure,
  };
}

/** Draws a dot for each seed, and the mean with the ends of its interval. */
function overSeeds(one: Measured): LineChart {
  const { results, measure, summary } = one;
  const points = results.runs.flatMap(({ seed, values }) => {
    const value = values[measure];
    return value === undefined ? [] : [[seed, value] as const];
  });
  const levels = summary.flatMap(({ mean, low, high }) => [
    { name: `mean ${figure(mean)}`, y: mean },
    ...(low === undefined || high === undefined
      ? []
      : [
          { name: `99 % interval from ${figure(low)}`, y: low },
          { name: `to ${figure(high)}`, y: high },
        ]),
  ]);
  return {
    ...words(one, "seed"),
    series: [{ name: "runs", points, isDots: true }],
    levels,
    isWhole: true,
  };
}

/** Draws the means over a number; each combination of the other settings is a line. */
function overSetting(one: Measured, path: string): LineChart {
  const { results, measure, summary } = one;
  const nameOf = (set: SweepSummary["set"]) =>
    Object.entries(set)
      .filter(([name]) => name !== path)
      .map(([name, value]) => `${name.split(".").at(-1)} ${settingText(value)}`)
      .join(", ");
  const names = [...new Set(summary.map(({ set }) => nameOf(set)))];
  const x = (set: SweepSummary["set"]) => Number(set[path]);
  const series = names.map((name): LineSeries => {
    const own = summary
      .filter(({ set }) => nameOf(set) === name)
      .sort((a, b) => x(a.set) - x(b.set));
    return {
      name: name === "" ? "mean and 99 % interval" : name,
      points: own.map(({ set, mean }) => [x(set), mean]),
      intervals: own.map(intervalOf),
    };
  });
  const dots = results.runs.flatMap(({ set, values }) => {
    const value = values[measure];
    return value === undefined ? [] : [[x(set), value] as const];
  });
  const runs: LineSeries[] =
    series.length > 1 ? [] : [{ name: "runs", points: dots, isDots: true }];
  return { ...words(one, path), series: [...series, ...runs] };
}

/** The number of significant digits of the highest bar. */
const digitsOfBars = 3;

/** The maximum number of decimals over a bar. */
const decimalsMax = 12;

/** Draws a bar for each combination of settings. */
function bySettings(one: Measured): BarChart {
  const { summary, results } = one;
  const values = summary.map(({ mean }) => mean);
  return {
    ...words(one, variedPaths(results).join(", ")),
    categories: summary.map(({ set }) => Object.values(set).map(settingText).join(", ")),
    series: [
      {
        name: "mean and 99 % interval",
        values,
        intervals: summary.map(intervalOf),
      },
    ],
    decimals: decimalsOf(values),
  };
}

function decimalsOf(values: readonly number[]): number {
  const highest = Math.max(0, ...values.map(Math.abs));
  const size = highest === 0 ? 0 : Math.floor(Math.log10(highest));
  return Math.min(decimalsMax, Math.max(0, digitsOfBars - 1 - size));
}
