/** Models the twelve keys: digits, or letters by multi-tap. */
import { pageLimits } from "./limits.js";

export type KeyMode = "digits" | "letters";

export interface Typed {
  readonly text: string;
  /** The last letter, which another press of its key changes. */
  readonly last: { readonly key: string; readonly turn: number; readonly atMs: number } | undefined;
}

export interface Press {
  readonly key: string;
  readonly mode: KeyMode;
  readonly atMs: number;
}

/** Characters of each key in the order of presses. */
const letters: Readonly<Record<string, string>> = {
  "1": ".,-1",
  "2": "abc2",
  "3": "def3",
  "4": "ghi4",
  "5": "jkl5",
  "6": "mno6",
  "7": "pqrs7",
  "8": "tuv8",
  "9": "wxyz9",
  "0": "0 ",
};

export const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;

/** Returns the letters under a digit; empty for the star and the number sign. */
export const lettersOn = (key: string): string => (letters[key] ?? "").replace(/[ 0-9]/g, "");

/** Returns the text with the key's character appended or changed. */
export function press({ text, last }: Typed, { key, mode, atMs }: Press): Typed {
  const turns = letters[key];
  if (mode === "digits" || turns === undefined) return put(text + key, undefined);
  const isAgain = last?.key === key && atMs - last.atMs <= pageLimits.tapMs;
  const turn = isAgain ? (last.turn + 1) % turns.length : 0;
  const before = isAgain ? text.slice(0, -1) : text;
  return put(before + turns.charAt(turn), { key, turn, atMs });
}

/** Limits the length of the text. */
const put = (text: string, last: Typed["last"]): Typed => ({
  text: text.slice(0, pageLimits.entryLengthMax),
  last: text.length > pageLimits.entryLengthMax ? undefined : last,
});
