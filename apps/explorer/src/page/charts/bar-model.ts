/** Computes the contents of a bar chart. */
import { type BarChart, place, type Scale, scaleOf, showNumber } from "@tandem/simulator/charts";
import { type BottomLabel, type Plot, spaced } from "./plot.js";

interface Bar {
  /** The index of the series. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BarModel {
  readonly y: Scale;
  readonly labels: readonly BottomLabel[];
  readonly bars: readonly Bar[];
  readonly cursor: number;
  /** The values of the selected category, as text. */
  readonly values: string;
}

/** The fraction of a category's width that its bars fill. */
const fullness = 0.76;
/** The maximum characters of a label; a longer one is truncated. */
const charactersMax = 12;

export interface BarChoice {
  /** Indexes of the hidden series. */
  readonly hidden: ReadonlySet<number>;
  /** The selected category. */
  readonly step: number;
}

export function barModel(chart: BarChart, { hidden, step }: BarChoice, plot: Plot): BarModel {
  const shown = chart.series
    .map((series, index) => ({ ...series, index }))
    .filter(({ index }) => !hidden.has(index));
  const values = shown.flatMap((series) => series.values);
  const y = scaleOf(0, Math.max(0, ...values), chart.decimals === 0);
  const band = (plot.right - plot.left) / Math.max(1, chart.categories.length);
  const width = (band * fullness) / Math.max(1, shown.length);
  const told = shown.map(
    (one) => `${one.name} ${showNumber(one.values[step] ?? 0, chart.decimals)}`,
  );
  return {
    y,
    labels: labelsOf(chart.categories, (i) => plot.left + band * (i + 0.5)),
    bars: shown.flatMap(({ index, values: all }, nth) =>
      all.map((value, at) => {
        const top = place(y, value, plot.bottom, plot.top);
        const x = plot.left + band * (at + (1 - fullness) / 2) + width * nth;
        return { index, x, y: top, width: Math.max(0.5, width - 1), height: plot.bottom - top };
      }),
    ),
    cursor: plot.left + band * (step + 0.5),
    values: `${chart.xLabel} ${chart.categories[step] ?? ""}: ${told.join(", ")}`,
  };
}

/** Labels as many categories as fit. */
function labelsOf(categories: readonly string[], middle: (i: number) => number) {
  const texts = categories.map((name) =>
    name.length > charactersMax ? `${name.slice(0, charactersMax - 1)}…` : name,
  );
  return spaced(texts.map((text, i) => ({ at: middle(i), text })));
}
