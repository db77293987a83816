/** Reads the flags of `tandem simulate` that make several runs: seeds and settings of a scenario. */
import { UsageError } from "@tandem/cli";
import { runsMax } from "@tandem/simulator";
import * as z from "zod";

const seedMax = 2 ** 32 - 1;

const seedsText = `expected an integer from 0 to ${seedMax}, a range such as 1-5, or a list such as 1,2,7`;

/** Accepts one seed, a range of seeds, or a list of both; each seed once, at most `runsMax`. */
export const seeds = z.string({ error: seedsText }).transform((given, context) => {
  const parts = given.split(",").map((part) => /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(part));
  const found = new Set<number>();
  for (const part of parts) {
    const from = Number(part?.[1]);
    const to = Number(part?.[2] ?? part?.[1]);
    if (part === null || from > to || to > seedMax) {
      context.addIssue({ code: "custom", message: seedsText });
      return z.NEVER;
    }
    for (let seed = from; seed <= to && found.size <= runsMax; seed++) found.add(seed);
  }
  if (found.size > runsMax) {
    context.addIssue({ code: "custom", message: `expected at most ${runsMax} seeds` });
    return z.NEVER;
  }
  return [...found];
}) as z.ZodType<number[]>;

/** Accepts `PATH=VALUE`. */
export const settingForm = z
  .string()
  .regex(/^[^=]+=/, "expected PATH=VALUE, such as child.blockSeconds=10");

/**
 * Returns the values by their paths. Several values are separated by commas; each is JSON, or text
 * if it is not JSON. Commas inside of brackets or quotes belong to a value. Each value is returned
 * once: two runs with the same seed are no independent draws.
 * @throws {UsageError} for a path that is given twice, and for the seed.
 */
export function readSettings(
  given: readonly string[],
): Readonly<Record<string, readonly unknown[]>> {
  const settings = new Map<string, readonly unknown[]>();
  for (const text of given) {
    const at = text.indexOf("=");
    const path = text.slice(0, at);
    if (path === "seed") throw new UsageError("--set seed: type --seed, which takes several seeds");
    if (settings.has(path)) {
      throw new UsageError(`--set ${path} is given twice: separate its values by commas`);
    }
    settings.set(path, distinct(splitValues(text.slice(at + 1)).map(parseValue)));
  }
  return Object.fromEntries(settings);
}

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

function splitValues(text: string): string[] {
  const values = [""];
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  for (const character of text) {
    if (character === '"' && !isEscaped) isQuoted = !isQuoted;
    isEscaped = character === "\\" && !isEscaped;
    if (!isQuoted && "[{".includes(character)) depth++;
    if (!isQuoted && "]}".includes(character)) depth--;
    if (character === "," && depth === 0 && !isQuoted) values.push("");
    else values.push(`${values.pop()}${character}`);
  }
  return values;
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
