/** Renders the parts every chart has: page, title, description, axes, legend. */
import { dashes, styleSheet } from "./palette.js";
import { pixel, place, type Scale, showNumber } from "./scale.js";
import { element, type Markup } from "./xml.js";

export interface ChartWords {
  readonly title: string;
  /** The line below the title: the simulated scenario. */
  readonly subtitle: string;
  /** The alternative text of the chart. */
  readonly description: string;
  /** The label with the unit. */
  readonly xLabel: string;
  /** The label with the unit. */
  readonly yLabel: string;
}

/** The area of the marks in pixels. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface LegendEntry {
  readonly name: string;
  /** A class of the style sheet. */
  readonly style: string;
  readonly kind: "line" | "fill" | "dot";
}

const width = 720;
const height = 430;
const margin = { left: 30, right: 24, top: 96, bottom: 62 };
const legendY = 72;
const keyWidth = 22;
const gap = 20;

/** The maximum number of characters of a title; a longer one is cut. */
const titleCharactersMax = 84;

/**
 * Estimates an upper bound of the width of a text of 13 pixels, since it cannot be measured here.
 */
export const textWidth = (text: string): number => [...text].length * 7.4;

export const cut = (text: string, charactersMax: number): string => {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  return `${characters
    .slice(0, charactersMax - 1)
    .join("")
    .trimEnd()}…`;
};

/** Returns the area of the marks, which begins to the right of the left axis's labels. */
export function plotOf(y: Scale): Plot {
  const widest = Math.max(...y.ticks.map((tick) => textWidth(showNumber(tick, y.decimals))));
  return {
    left: pixel(margin.left + widest + 10),
    right: width - margin.right,
    top: margin.top,
    bottom: height - margin.bottom,
  };
}

/** Renders a chart around its marks. */
export function frame(words: ChartWords, ...inside: readonly Markup[]): string {
  const { xml } = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-labelledby": "title description",
    },
    element("title", { id: "title" }, words.title),
    element("desc", { id: "description" }, words.description),
    element("style", {}, styleSheet),
    element("rect", { class: "page", width, height }),
    element("text", { class: "title", x: 20, y: 30 }, cut(words.title, titleCharactersMax)),
    element(
      "text",
      { class: "faint small", x: 20, y: 50 },
      cut(words.subtitle, titleCharactersMax),
    ),
    ...inside,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

/** Renders the horizontal grid, its numbers, and the titles of both axes. */
export function yAxis(words: ChartWords, plot: Plot, y: Scale): Markup[] {
  const middle = pixel((plot.top + plot.bottom) / 2);
  const turned = `rotate(-90 18 ${middle})`;
  return [
    ...y.ticks.flatMap((tick) => {
      const at = place(y, tick, plot.bottom, plot.top);
      return [
        element("line", { class: "grid", x1: plot.left, x2: plot.right, y1: at, y2: at }),
        element(
          "text",
          { class: "small", x: pixel(plot.left - 8), y: pixel(at + 4), "text-anchor": "end" },
          showNumber(tick, y.decimals),
        ),
      ];
    }),
    element("line", {
      class: "axis",
      x1: plot.left,
      x2: plot.right,
      y1: plot.bottom,
      y2: plot.bottom,
    }),
    element("text", { x: 18, y: middle, "text-anchor": "middle", transform: turned }, words.yLabel),
    element(
      "text",
      { x: pixel((plot.left + plot.right) / 2), y: height - 10, "text-anchor": "middle" },
      words.xLabel,
    ),
  ];
}

export interface AxisLabel {
  /** The label's middle. */
  readonly at: number;
  readonly text: string;
  /** Is 0 for the row below the axis, 1 for the next one. */
  readonly row?: number;
}

/** Renders the labels under the axis. */
export function xLabels(plot: Plot, labels: readonly AxisLabel[]): Markup[] {
  return labels.map(({ at, text, row = 0 }) =>
    element(
      "text",
      { class: "small", x: at, y: plot.bottom + 16 + row * 14, "text-anchor": "middle" },
      text,
    ),
  );
}

/** Renders the legend; entries that do not fit in the row are omitted. */
export function legend(entries: readonly LegendEntry[]): Markup[] {
  const room = width - 40 - entries.length * (keyWidth + 6) - (entries.length - 1) * gap;
  const needed = entries.reduce((sum, { name }) => sum + textWidth(name), 0);
  const each = Math.max(4, Math.floor(room / entries.length / textWidth("x")));
  const charactersMax = needed <= room ? Number.POSITIVE_INFINITY : each;
  let x = 20;
  return entries.flatMap(({ name, style, kind }) => {
    const shown = cut(name, charactersMax);
    const key = legendKey({ style, kind }, x);
    const label = element("text", { x: pixel(x + keyWidth + 6), y: legendY + 4 }, shown);
    x = pixel(x + keyWidth + 6 + textWidth(shown) + gap);
    return [key, label];
  });
}

function legendKey({ style, kind }: Omit<LegendEntry, "name">, x: number): Markup {
  const middle = pixel(x + keyWidth / 2);
  switch (kind) {
    case "line":
      return element("line", { class: style, x1: x, x2: x + keyWidth, y1: legendY, y2: legendY });
    case "fill":
      return element("rect", {
        class: style,
        x: middle - 6,
        y: legendY - 6,
        width: 12,
        height: 12,
      });
    case "dot":
      return element("circle", { class: style, cx: middle, cy: legendY, r: 4 });
  }
}

/** @throws {RangeError} when there are more series than colours. */
export function checkSeriesCount(count: number): void {
  if (count > dashes.length) throw new RangeError(`${count} series, ${dashes.length} colours`);
}
