/** Formats hashes, addresses, amounts and durations for people, on one line of a terminal. */
import { type Address, counted, toChecksum } from "@tandem/primitives";

/** The digits of a hash that are shown at its beginning and at its end. */
const digitsShown = 4;

/** Returns a hash in the form `0x1234…cdef`. */
export const shortHash = (hash: string): string =>
  `${hash.slice(0, 2 + digitsShown)}…${hash.slice(-digitsShown)}`;

/** Returns the beginning and end of the checksummed address. */
export const shortAddress = (address: Address): string => shortHash(toChecksum(address));

const weiDigits = 18;

/** The number of significant digits of a fee. */
const feeDigits = 4;

/** Returns an amount of wei in coins, rounded to a few significant digits, for example `0.00001261`. */
export function coins(wei: bigint): string {
  const digits = `${wei}`.padStart(weiDigits + 1, "0");
  const whole = digits.slice(0, -weiDigits);
  const fraction = digits.slice(-weiDigits);
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  const kept = whole === "0" ? zeros + feeDigits : feeDigits;
  const shown = fraction.slice(0, kept).replace(/0+$/, "");
  return shown === "" ? whole : `${whole}.${shown}`;
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Returns an amount of wei in coins, with every digit. */
export function exactCoins(wei: bigint): string {
  const digits = `${wei}`.padStart(weiDigits + 1, "0");
  const fraction = digits.slice(-weiDigits).replace(/0+$/, "");
  const whole = digits.slice(0, -weiDigits);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Returns an amount of coins with its unit, for example `1 coin`. */
export const coinsText = (amount: string): string =>
  `${amount} ${amount === "1" ? "coin" : "coins"}`;

/**
 * Returns how old a block is, for example `3 hours old`. Development methods can move the time of
 * blocks ahead of the clock: such a block has a negative age.
 */
export const blockAge = (seconds: number): string =>
  seconds < 0 ? `${age(-seconds)} ahead of the clock` : `${age(seconds)} old`;

/** Returns a duration in its largest whole unit, for example `3 hours`. */
export function age(seconds: number): string {
  const [name, size] = units.find(([, one]) => seconds >= one) ?? (["second", 1] as const);
  const count = Math.floor(seconds / size);
  return counted(count, name);
}
