/** Computes the contents of a bar chart. */
import { type BarChart, place, type Scale, scaleOf, showNumber } from "@tandem/simulator/charts";
import { type BottomLabel, plot } from "./plot.js";

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
/** Units of the drawing for a character of a label. */
const characterWidth = 8;
/** The maximum characters of a label; a longer one is truncated. */
const charactersMax = 12;

/** @param hidden indexes of the hidden series. @param step the selected category. */
export function barModel(chart: BarChart, hidden: ReadonlySet<number>, step: number): BarModel {
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
    labels: labelsOf(chart.categories, band),
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
function labelsOf(categories: readonly string[], band: number): readonly BottomLabel[] {
  const texts = categories.map((name) =>
    name.length > charactersMax ? `${name.slice(0, charactersMax - 1)}…` : name,
  );
  const widest = Math.max(1, ...texts.map(({ length }) => length + 1)) * characterWidth;
  const every = Math.max(1, Math.ceil(widest / band));
  return texts
    .map((text, i) => ({ at: plot.left + band * (i + 0.5), text }))
    .filter((_, i) => i % every === 0);
}
