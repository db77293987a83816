/** Formats numbers, amounts and times for people. */
import { counted as withNoun } from "@tandem/primitives";

const coinDigits = 18;
const oneCoin = 10n ** 18n;
const gweiDigits = 9;
const oneGwei = 10n ** 9n;

/** Returns an integer with a thin space between groups of three digits. */
export const grouped = (value: number | bigint): string =>
  value.toString().replace(/\B(?=(?:\d{3})+$)/g, "\u202f");

/** Returns an amount with a decimal point before its last digits, without trailing zeros. */
export function decimal(amount: bigint, digits: number): string {
  const sign = amount < 0n ? "-" : "";
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, "0");
  const point = text.length - digits;
  const fraction = text.slice(point).replace(/0+$/, "");
  const whole = grouped(BigInt(text.slice(0, point)));
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Returns wei as coins, exactly; an amount below a gwei is left in wei, since it would be mostly zeros. */
export function coins(wei: bigint): string {
  const isSmall = wei !== 0n && wei > -oneGwei && wei < oneGwei;
  if (isSmall) return `${grouped(wei)} wei`;
  return `${decimal(wei, coinDigits)} ${wei === oneCoin ? "coin" : "coins"}`;
}

/** Returns a price of gas in gwei, exactly. */
export const gwei = (wei: bigint): string => `${decimal(wei, gweiDigits)} gwei`;

/** Returns a number with its noun. */
export const counted = (count: number, noun: string): string =>
  withNoun(count, noun, grouped(count));

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a length of time in its two largest units. */
export function duration(seconds: number): string {
  if (seconds < minute) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < hour) return `${Math.floor(whole / minute)} min ${whole % minute} s`;
  if (whole < day)
    return `${Math.floor(whole / hour)} h ${Math.floor((whole % hour) / minute)} min`;
  return `${Math.floor(whole / day)} d ${Math.floor((whole % day) / hour)} h`;
}

/** Returns a time of a block in Coordinated Universal Time. @param seconds Unix seconds. */
export const utc = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().replace("T", " ").replace(".000Z", "")} UTC`;

/** Returns the first and last characters of hex. */
export const shortHex = (hex: string): string =>
  hex.length <= 18 ? hex : `${hex.slice(0, 10)}…${hex.slice(-6)}`;

/** Returns a share as a percentage with one decimal place. */
export const percent = (part: bigint, whole: bigint): string =>
  whole === 0n ? "0 %" : `${Number((part * 1000n) / whole) / 10} %`;
