/** Formats numbers for readers: grouped thousands, four significant digits, shares in percent. */
import { counted } from "@tandem/primitives";
import { showNumber } from "./chart/scale.js";

const digits = 4;

/** Formats a number: `12,345`, `24.13`, `0.004821`, `1.2e-7`. */
export function figure(value: number): string {
  if (Number.isInteger(value)) return showNumber(value, 0);
  const size = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(digits)))));
  if (size < -digits) return value.toExponential(digits - 2);
  return showNumber(value, Math.max(0, digits - 1 - size));
}

/** Formats a number with its noun. */
export const countedFigure = (value: number, noun: string): string =>
  counted(value, noun, figure(value));

/** Formats a fraction in percent, with two decimals. */
export const percent = (share: number): string => `${showNumber(share * 100, 2)} %`;

/** Formats a bound as written, with at most six significant digits. */
export function bound(value: number): string {
  const short = Number(value.toPrecision(boundDigits));
  const decimals = /\.(\d+)$/.exec(String(short))?.[1]?.length ?? 0;
  return String(short).includes("e") ? String(short) : showNumber(short, decimals);
}

const boundDigits = 6;
