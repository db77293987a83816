/** Renders the interval of a value as a vertical line with caps. */
import { pixel } from "./scale.js";
import { element, type Markup } from "./xml.js";

/** The ends of an interval that contains a value. */
export type Interval = readonly [low: number, high: number];

/** Half of the length of a cap in pixels. */
const capHalf = 5;

/**
 * Renders the line over a margin in the colour of the page, so that it is visible on a bar.
 * @param style a class of the style sheet.
 */
export function intervalMark(style: string, x: number, bottom: number, top: number): Markup[] {
  const parts = [
    { x1: x, x2: x, y1: bottom, y2: top },
    ...[bottom, top].map((y) => ({ x1: pixel(x - capHalf), x2: pixel(x + capHalf), y1: y, y2: y })),
  ];
  return ["over", style].flatMap((name) =>
    parts.map((part) => element("line", { class: name, ...part })),
  );
}
