/** Computes the contents of the visible part of a line chart. */
import {
  figure,
  type LineChart,
  type Point,
  place,
  type Scale,
  scaleOf,
  showNumber,
  thinned,
} from "@tandem/simulator/charts";
import { type BottomLabel, type Plot, spaced } from "./plot.js";

/** Steps from one end of a chart to the other. */
export const lineSteps = 200;

/** The selection of a reader, in steps from the left end. */
export interface LineChoice {
  /** Indexes of the hidden series. */
  readonly hidden: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
  /** The selected position, from `from` to `to`. */
  readonly step: number;
}

export interface LineModel {
  readonly y: Scale;
  readonly labels: readonly BottomLabel[];
  /** `points` as SVG writes them. */
  readonly lines: readonly { readonly index: number; readonly points: string }[];
  readonly levels: readonly { readonly name: string; readonly at: number }[];
  readonly cursor: number;
  /** The values at the selected position, as text. */
  readonly values: string;
  readonly fromText: string;
  readonly toText: string;
}

type Range = readonly [low: number, high: number];

/** The least difference between both ends. */
const rangeMin = 1e-9;
const cursorDigits = 4;

export function lineModel(chart: LineChart, choice: LineChoice, plot: Plot): LineModel {
  const whole = spanOf(chart.series.flatMap(({ points }) => points.map(([x]) => x)));
  const from = valueAt(choice.from, whole);
  const to = Math.max(valueAt(choice.to, whole), from + rangeMin);
  const shown = chart.series
    .map(({ name, points }, index) => ({ name, index, points: thinned(within(points, from, to)) }))
    .filter(({ index }) => !choice.hidden.has(index));
  const levels = chart.levels ?? [];
  const values = [
    ...shown.flatMap(({ points }) => points.map(([, value]) => value)),
    ...levels.map((level) => level.y),
  ];
  const y = scaleOf(...spanOf(chart.isFromZero ? [0, ...values] : values));
  const x = scaleOf(from, to);
  const xOf = (value: number) => place({ ...x, from, to }, value, plot.left, plot.right);
  const yOf = (value: number) => place(y, value, plot.bottom, plot.top);
  const cursor = valueAt(choice.step, [from, to]);
  return {
    y,
    labels: spaced(
      x.ticks
        .filter((tick) => tick >= from && tick <= to)
        .map((tick) => ({ at: xOf(tick), text: showNumber(tick, x.decimals) })),
    ),
    lines: shown.map(({ index, points }) => ({
      index,
      points: points.map(([px, py]) => `${xOf(px)},${yOf(py)}`).join(" "),
    })),
    levels: levels.map((level) => ({ name: level.name, at: yOf(level.y) })),
    cursor: xOf(cursor),
    values: `${chart.xLabel} ${short(cursor)}: ${shown.flatMap((one) => told(one, cursor)).join(", ")}`,
    fromText: short(from),
    toText: short(to),
  };
}

const short = (value: number) => figure(Number(value.toPrecision(cursorDigits)));

const valueAt = (step: number, [low, high]: Range) => low + (step / lineSteps) * (high - low);

const within = (points: readonly Point[], low: number, high: number) =>
  points.filter(([x]) => x >= low && x <= high);

/** Returns the lowest and the highest value; 0 and 1 without values. */
function spanOf(values: readonly number[]): Range {
  if (values.length === 0) return [0, 1];
  const low = values.reduce((a, b) => Math.min(a, b));
  return [low, values.reduce((a, b) => Math.max(a, b))];
}

interface ShownLine {
  readonly name: string;
  readonly points: readonly Point[];
}

/** Returns the value of the point nearest to a position, with the name of its series. */
function told({ name, points }: ShownLine, x: number): readonly string[] {
  const [first, ...others] = points;
  if (first === undefined) return [];
  const distance = (point: Point) => Math.abs(point[0] - x);
  const nearest = others.reduce((a, b) => (distance(b) < distance(a) ? b : a), first);
  return [`${name} ${figure(nearest[1])}`];
}
