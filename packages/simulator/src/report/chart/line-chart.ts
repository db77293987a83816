/** Renders line charts over time or another quantity. */
import {
  type ChartWords,
  checkSeriesCount,
  frame,
  legend,
  type Plot,
  plotOf,
  xLabels,
  yAxis,
} from "./frame.js";
import { type Interval, intervalMark } from "./interval-mark.js";
import { pixel, place, type Scale, scaleOf, showNumber } from "./scale.js";
import { element, type Markup } from "./xml.js";

export type Point = readonly [x: number, y: number];

export interface LineSeries {
  readonly name: string;
  /** The points in the order of x; dots may be in any order. */
  readonly points: readonly Point[];
  /** Indicates whether the points are drawn as dots, which are not joined and not thinned. */
  readonly isDots?: boolean;
  /** The interval of each point that has one. A line with intervals is not thinned. */
  readonly intervals?: readonly (Interval | undefined)[] | undefined;
}

/** A reference value, drawn as a dashed horizontal line. */
export interface Level {
  readonly name: string;
  readonly y: number;
}

export interface LineChart extends ChartWords {
  readonly series: readonly LineSeries[];
  readonly levels?: readonly Level[];
  /** Indicates whether the left axis begins at zero; otherwise it begins near the lowest value. */
  readonly isFromZero?: boolean;
  /** Indicates whether the lower axis is labelled at whole numbers only. */
  readonly isWhole?: boolean;
}

/**
 * The maximum number of points of a line: more than there are pixels would only enlarge the file.
 */
export const pointsMax = 400;

const dotRadius = 4;

/** The pixels by which the intervals of a series are beside those of the series before. */
const intervalStep = 6;

/**
 * Renders the chart as SVG.
 * @throws {RangeError} when there are more series than colours.
 */
export function lineChart(chart: LineChart): string {
  checkSeriesCount(chart.series.length);
  const series = chart.series.map(({ name, points, isDots = false, intervals }) => ({
    name,
    isDots,
    intervals,
    points: isDots || intervals !== undefined ? points : thinned(points),
  }));
  const levels = chart.levels ?? [];
  const all = series.flatMap(({ points }) => points);
  const heights = [
    ...all.map(([, y]) => y),
    ...series.flatMap(({ intervals = [] }) => intervals.flatMap((ends) => ends ?? [])),
    ...levels.map((level) => level.y),
  ];
  const y = scaleOf(...span(chart.isFromZero ? [0, ...heights] : heights));
  const x = scaleOf(...span(all.map(([at]) => at)), chart.isWhole);
  const plot = plotOf(y);
  const labels = x.ticks.map((tick) => ({
    at: place(x, tick, plot.left, plot.right),
    text: showNumber(tick, x.decimals),
  }));
  return frame(
    chart,
    ...legend([
      ...series.map(({ name, isDots }, i) =>
        isDots
          ? { name, style: `fill${i}`, kind: "dot" as const }
          : { name, style: `line${i}`, kind: "line" as const },
      ),
      ...levels.map(({ name }) => ({ name, style: "mark", kind: "line" as const })),
    ]),
    ...yAxis(chart, plot, y),
    ...xLabels(plot, labels),
    ...series.flatMap((one, i) => intervalsOf(one, i, { x, y, plot })),
    ...series.flatMap((one, i) => marks(one, i, { x, y, plot })),
    ...levels.map((level) => across(level, y, plot)),
  );
}

interface Axes {
  readonly x: Scale;
  readonly y: Scale;
  readonly plot: Plot;
}

/** Returns the lowest and highest value; 0 and 1 if there is none. */
function span(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1];
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function intervalsOf(
  { points, intervals = [] }: Pick<LineSeries, "points" | "intervals">,
  i: number,
  { x, y, plot }: Axes,
): Markup[] {
  const at = (value: number) => place(y, value, plot.bottom, plot.top);
  return points.flatMap(([px], point) => {
    const ends = intervals[point];
    if (ends === undefined) return [];
    const beside = place(x, px, plot.left, plot.right) + i * intervalStep;
    return intervalMark(`line${i}`, pixel(beside), at(ends[0]), at(ends[1]));
  });
}

/** Renders a series as a line or dots; a line of one point is a dot too. */
function marks(
  { points, isDots }: Pick<LineSeries, "points" | "isDots">,
  i: number,
  { x, y, plot }: Axes,
): Markup[] {
  const places = points.map(
    ([px, py]) =>
      [place(x, px, plot.left, plot.right), place(y, py, plot.bottom, plot.top)] as const,
  );
  if (isDots || places.length === 1) {
    return places.map(([cx, cy]) => element("circle", { class: `fill${i}`, cx, cy, r: dotRadius }));
  }
  const path = places.map(([px, py]) => `${px},${py}`).join(" ");
  return [element("polyline", { class: `line${i}`, points: path })];
}

function across(level: Level, y: Scale, plot: Plot): Markup {
  const at = place(y, level.y, plot.bottom, plot.top);
  return element("line", { class: "mark", x1: plot.left, x2: plot.right, y1: at, y2: at });
}

/** Averages neighbours when there are more points than a line can show. */
export function thinned(points: readonly Point[]): readonly Point[] {
  if (points.length <= pointsMax) return points;
  return groupsOf(points, pointsMax).map((group): Point => {
    const mean = (of: 0 | 1) => group.reduce((sum, point) => sum + point[of], 0) / group.length;
    return [mean(0), mean(1)];
  });
}

/**
 * Splits a list into groups of neighbours, of which none is smaller than the others by more than
 * one: the mean of a small last group would vary more than those of the others.
 * @param max the maximum number of groups.
 */
export function groupsOf<T>(items: readonly T[], max: number): readonly (readonly T[])[] {
  const size = Math.max(1, Math.ceil(items.length / max));
  const count = Math.floor(items.length / size);
  const start = (i: number) => Math.floor((i * items.length) / count);
  return Array.from({ length: count }, (_, i) => items.slice(start(i), start(i + 1)));
}
