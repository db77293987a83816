/** Renders bar charts: one group for each category, one colour for each series. */
import {
  type AxisLabel,
  type ChartWords,
  checkSeriesCount,
  cut,
  frame,
  legend,
  type Plot,
  plotOf,
  textWidth,
  xLabels,
  yAxis,
} from "./frame.js";
import { type Interval, intervalMark } from "./interval-mark.js";
import { pixel, place, type Scale, scaleOf, showNumber } from "./scale.js";
import { element, type Markup } from "./xml.js";

export interface BarSeries {
  readonly name: string;
  /** The values, one for each category. */
  readonly values: readonly number[];
  /** The interval of each value that has one. */
  readonly intervals?: readonly (Interval | undefined)[];
}

export interface BarChart extends ChartWords {
  readonly categories: readonly string[];
  readonly series: readonly BarSeries[];
  /** The number of decimals over the bars; zero for counts. */
  readonly decimals: number;
}

/** The share of a group's width that its bars fill. */
const fullness = 0.76;

/** The maximum number of bars that are labelled with their number, if the numbers fit. */
const numberedBarsMax = 24;

/**
 * Renders the chart as SVG.
 * @throws {RangeError} when there are more series than colours.
 */
export function barChart(chart: BarChart): string {
  checkSeriesCount(chart.series.length);
  const values = chart.series.flatMap(({ values: own, intervals = [] }) => [
    ...own,
    ...intervals.flatMap((ends) => ends ?? []),
  ]);
  const isCounted = chart.decimals === 0;
  const y = scaleOf(Math.min(0, ...values), Math.max(0, ...values), isCounted);
  const plot = plotOf(y);
  const band = (plot.right - plot.left) / Math.max(1, chart.categories.length);
  const middle = (i: number) => pixel(plot.left + band * (i + 0.5));
  return frame(
    chart,
    ...legend(
      chart.series.map(({ name }, i) => ({ name, style: `fill${i}`, kind: "fill" as const })),
    ),
    ...yAxis(chart, plot, y),
    ...xLabels(plot, categoryLabels(chart.categories, band, middle)),
    ...chart.series.flatMap((series, i) => bars(series, i, { chart, plot, y, band })),
  );
}

/**
 * Labels categories: in two rows if they are crowded, and only every n-th number if that does not
 * suffice.
 */
function categoryLabels(
  categories: readonly string[],
  band: number,
  middle: (i: number) => number,
): AxisLabel[] {
  const widest = Math.max(0, ...categories.map(textWidth)) + 8;
  const isShort = categories.every((name) => [...name].length <= 4);
  const every = isShort ? Math.max(1, Math.ceil(widest / band)) : 1;
  const rows = widest > band * every ? 2 : 1;
  const charactersMax = Math.max(3, Math.floor((band * every * rows) / textWidth("x")) - 1);
  return categories
    .map((name, i) => ({ at: middle(i), text: cut(name, charactersMax), row: i % rows, i }))
    .filter(({ i }) => i % every === 0);
}

interface Ground {
  readonly chart: BarChart;
  readonly plot: Plot;
  readonly y: Scale;
  /** The pixels of a category. */
  readonly band: number;
}

function bars(series: BarSeries, i: number, { chart, plot, y, band }: Ground): Markup[] {
  const { series: all, decimals } = chart;
  const width = (band * fullness) / all.length;
  const zero = place(y, 0, plot.bottom, plot.top);
  const numbers = all.flatMap(({ values }) => values.map((value) => showNumber(value, decimals)));
  const isNumbered =
    numbers.length <= numberedBarsMax && Math.max(...numbers.map(textWidth)) <= width;
  return series.values.flatMap((value, group) => {
    const end = place(y, value, plot.bottom, plot.top);
    const x = plot.left + band * group + (band * (1 - fullness)) / 2 + width * i;
    const top = Math.min(end, zero);
    const bar = element("rect", {
      class: `fill${i}`,
      x: pixel(x),
      y: top,
      width: pixel(Math.max(0.5, width - 1)),
      height: pixel(Math.abs(zero - end)),
    });
    const middle = pixel(x + width / 2);
    const ends = series.intervals?.[group]?.map((of) => place(y, of, plot.bottom, plot.top));
    const [low = end, high = end] = ends ?? [];
    const marked = ends === undefined ? [bar] : [bar, ...intervalMark("axis", middle, low, high)];
    if (!isNumbered) return marked;
    const at = { x: middle, y: pixel(Math.min(top, high) - 4), "text-anchor": "middle" };
    return [
      ...marked,
      element("text", { class: "over small", ...at }, showNumber(value, decimals)),
    ];
  });
}
