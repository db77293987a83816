/** Parses amounts: decimal text in whole units of the currency. */
import { parseUnits } from "viem";

export type AmountProblem = "malformed" | "decimals" | "zero" | "too-large";
export type AmountReading =
  | { readonly isRight: true; readonly wei: bigint }
  | { readonly isRight: false; readonly problem: AmountProblem };

const decimals = 18;
/** Maximum of a uint256. */
const weiMax = 2n ** 256n - 1n;
/** Characters of that maximum. More of them, such as zeros in front, would make the records' keys as long as posts. */
const lengthMax = 79;

const wrong = (problem: AmountProblem): AmountReading => ({ isRight: false, problem });

/** @param text digits, optionally followed by a point and at most 18 digits. */
export function readAmount(text: string): AmountReading {
  const parts = /^[0-9]+(?:\.([0-9]+))?$/.exec(text);
  if (parts === null) return wrong("malformed");
  if ((parts[1]?.length ?? 0) > decimals) return wrong("decimals");
  if (text.length > lengthMax) return wrong("too-large");
  const wei = parseUnits(text, decimals);
  if (wei === 0n) return wrong("zero");
  return wei > weiMax ? wrong("too-large") : { isRight: true, wei };
}
