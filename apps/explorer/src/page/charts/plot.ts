/** Computes the places in a drawing. Its units are the pixels of the page, so that text has its size. */

/** The area of the marks in a drawing. */
export interface Plot {
  /** The size of the whole drawing. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @param width of the place of the drawing on the page. */
export const plotOf = (width: number): Plot => ({
  width,
  height: 316,
  left: 72,
  right: width - 12,
  top: 26,
  bottom: 264,
});

/** A label of the bottom axis. */
export interface BottomLabel {
  /** The position of the middle. */
  readonly at: number;
  readonly text: string;
}

/** The pixels for a character of a label. */
const characterWidth = 8;

/** Omits labels so that none covers another. @param labels from left to right, at equal distances. */
export function spaced(labels: readonly BottomLabel[]): readonly BottomLabel[] {
  const widest = Math.max(1, ...labels.map(({ text }) => text.length + 1)) * characterWidth;
  const [first, second] = labels;
  if (first === undefined || second === undefined) return labels;
  const every = Math.max(1, Math.ceil(widest / (second.at - first.at)));
  return labels.filter((_, i) => i % every === 0);
}
