/** Converts numbers to positions on a chart, and chooses round numbers for an axis. */

export interface Scale {
  /** The ends of the axis: round numbers around the values. */
  readonly from: number;
  readonly to: number;
  /** The values at which the axis is labelled, ascending. */
  readonly ticks: readonly number[];
  /** The number of decimals at which the ticks differ. */
  readonly decimals: number;
}

/** The number of ticks that an axis aims for. */
const ticksWanted = 5;

/** The permitted steps, times a power of ten. */
const roundSteps = [1, 2, 2.5, 5, 10] as const;

/** The relative difference below which values count as equal. */
const narrow = 1e-7;

/** The size below which values count as zero: they are the rounding errors of others. */
const tiny = 1e-12;

/** The maximum number of decimals, which distinguishes the ticks of the lowest values. */
const decimalsMax = 15;

/**
 * Creates an axis that covers `low` to `high`.
 * @param isWhole restricts the ticks to integers, for counts.
 */
export function scaleOf(low: number, high: number, isWhole = false): Scale {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const isNarrow = size <= tiny || high - low <= narrow * size;
  const [from, to] = isNarrow ? widened(low) : [low, high];
  const rough = (to - from) / ticksWanted;
  // The last digits of a computed power differ between engines.
  const power = Number(`1e${Math.floor(Math.log10(rough))}`);
  const found = (roundSteps.find((step) => step * power >= rough * 0.999) ?? 10) * power;
  const step = isWhole ? Math.max(1, Math.ceil(found)) : found;
  const decimals = decimalsOf(step);
  const first = Math.floor(from / step + 1e-9);
  const last = Math.ceil(to / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(decimals)),
  );
  return { from: ticks[0] ?? from, to: ticks.at(-1) ?? to, ticks, decimals };
}

/** Widens a range of one value to include zero, and some more. */
const widened = (value: number): [number, number] => {
  if (Math.abs(value) <= tiny) return [0, 1];
  return value > 0 ? [0, value * 1.25] : [value * 1.25, 0];
};

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < decimalsMax; decimals++) {
    if (Math.abs(Number(step.toFixed(decimals)) - step) < step * 1e-6) return decimals;
  }
  return decimalsMax;
}

/** Returns the coordinate of a value in pixels with two decimals. */
export function place({ from, to }: Scale, value: number, start: number, end: number): number {
  return pixel(start + ((value - from) / (to - from)) * (end - start));
}

/** Rounds to two decimals, without negative zero. */
export const pixel = (value: number): number => Number(value.toFixed(2)) + 0;

/** Formats a number with grouped thousands and the given decimals, independent of the locale. */
export function showNumber(value: number, decimals: number): string {
  const [whole = "", fraction] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const shown = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  const isZero = /^[0.,]*$/.test(shown);
  return value < 0 && !isZero ? `-${shown}` : shown;
}
