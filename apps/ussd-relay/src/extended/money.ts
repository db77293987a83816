/** Parses and formats the amounts of extended mode. */
import { formatEther, parseEther } from "viem";
import { type AmountProblem, readAmount } from "../menu/amount.js";

/** Limits in wei. */
export interface MoneyLimits {
  readonly transferMin: bigint;
  readonly transferMax: bigint;
  readonly dayMax: bigint;
}

export type SendProblem = AmountProblem | "too-small";
export type SendReading =
  | { readonly isRight: true; readonly wei: bigint }
  | { readonly isRight: false; readonly problem: SendProblem };

/** Maximum of decimals that a user may type, so that every amount fits every screen. */
export const decimalsMax = 8;
/** Maximum that an operator may allow, in whole units, for the same reason. */
export const coinsMax = 1_000_000_000n;

export function readSendAmount(text: string, limits: MoneyLimits): SendReading {
  const reading = readAmount(text);
  if (!reading.isRight) return reading;
  const { wei } = reading;
  if ((text.split(".")[1]?.length ?? 0) > decimalsMax)
    return { isRight: false, problem: "decimals" };
  if (wei < limits.transferMin) return { isRight: false, problem: "too-small" };
  if (wei > limits.transferMax) return { isRight: false, problem: "too-large" };
  return reading;
}

const shownMax = 19;
const hugeWei = parseEther(`1${"0".repeat(shownMax - 1)}`);

/** Formats wei as decimal text of at most 19 characters, rounded down; `>` marks a larger amount. */
export function showWei(wei: bigint): string {
  if (wei >= hugeWei) return `>${"9".repeat(shownMax - 1)}`;
  const text = formatEther(wei).slice(0, shownMax);
  return text.includes(".") ? text.replace(/\.?0*$/, "") : text;
}
