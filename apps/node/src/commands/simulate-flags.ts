/** What `tandem simulate` is given. */
import { parseArgs } from "node:util";
import { didYouMean, UsageError } from "../config/usage-error.js";

export interface SimulateFlags {
  /** A path, or the name of a built-in scenario. Without it, they are listed. */
  readonly scenario?: string;
  /** Folder for results, tables and charts. */
  readonly out?: string;
  /** In place of the file's. */
  readonly seed?: number;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isHelp: boolean;
}

const options = {
  out: { type: "string" },
  seed: { type: "string" },
  json: { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export const simulateUsage =
  "tandem simulate [FILE|NAME] [--out DIR] [--seed N] [--json] [--quiet]";

const seedMax = 2 ** 32 - 1;

/** @throws {UsageError} for an unknown flag, a bad value, or more than one scenario. */
export function readSimulateFlags(args: readonly string[]): SimulateFlags {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const scenarios: string[] = [];
  const given: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind === "positional") scenarios.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name)
      ? options[token.name as keyof typeof options]
      : undefined;
    if (option === undefined) {
      const hint = didYouMean(token.name, Object.keys(options)).replace("mean ", "mean --");
      throw new UsageError(`unknown flag ${token.rawName}${hint}; usage: ${simulateUsage}`);
    }
    if (token.name in given) throw new UsageError(`${token.rawName} is given twice`);
    if (option.type === "string" && token.value === undefined) {
      throw new UsageError(`${token.rawName} needs a value`);
    }
    if (option.type === "boolean" && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value`);
    }
    given[token.name] = token.value ?? true;
  }
  const [scenario, another] = scenarios;
  if (another !== undefined)
    throw new UsageError(`one scenario at a time; usage: ${simulateUsage}`);
  const { out, seed } = given;
  return {
    ...(scenario === undefined ? {} : { scenario }),
    ...(typeof out === "string" ? { out } : {}),
    ...(typeof seed === "string" ? { seed: readSeed(seed) } : {}),
    isJson: given.json === true,
    isQuiet: given.quiet === true,
    isHelp: given.help === true,
  };
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > seedMax) {
    throw new UsageError(`--seed: expected an integer from 0 to ${seedMax}, got ${text}`);
  }
  return seed;
}
