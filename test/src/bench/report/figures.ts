/** Formats and compares figures. */
import type { Result } from "../run-scenes.js";
import { spreadOf } from "../statistics.js";

/** Returns a number with three significant digits and separated thousands. */
export function shown(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

export const shownWithSpread = ({ median, values }: Result): string =>
  values.length === 1
    ? shown(median)
    : `${shown(median)} ±${Math.round((spreadOf(values) / 2) * 100)} %`;

/**
 * Returns how many times better our figure is; below 1 it is worse.
 * @returns undefined if a figure is missing.
 */
export function advantageOf(ours: Result, peer: Result): number | undefined {
  const advantage = ours.better === "more" ? ours.median / peer.median : peer.median / ours.median;
  return Number.isFinite(advantage) && advantage > 0 ? advantage : undefined;
}

export const shownAdvantage = (advantage: number | undefined): string =>
  advantage === undefined ? "–" : `${shown(advantage)}×`;

export interface ComparedRow {
  readonly id: string;
  readonly about: string;
  readonly unit: string;
  /** The results by subject, in the order of measurement. */
  readonly results: readonly Result[];
}

/** Groups the results of each row, with rows in the order of measurement. */
export function comparedRows(results: readonly Result[]): ComparedRow[] {
  const rows = new Map<string, Result[]>();
  for (const result of results) rows.set(result.id, [...(rows.get(result.id) ?? []), result]);
  return [...rows].map(([id, same]) => ({
    id,
    about: same[0]?.about ?? id,
    unit: same[0]?.unit ?? "",
    results: same,
  }));
}
