/** Flags of the inspect commands: each named once, unknown ones refused with the nearest right one. */
import { parseArgs } from "node:util";
import { didYouMean, UsageError } from "../../config/usage-error.js";
import { defaultUrl } from "../transfer-flags.js";

export interface FlagDeclaration {
  readonly about: string;
  /** What stands for the value in help; a flag without one is a switch. */
  readonly valueName?: string;
}

export interface GivenFlags {
  readonly positionals: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  /** Switches that were given. */
  readonly switches: ReadonlySet<string>;
}

export const urlFlag: FlagDeclaration = {
  about: `the node to ask [${defaultUrl}]`,
  valueName: "URL",
};

/** @throws {UsageError} for a flag that is not declared, or one without its value. */
export function readFlags(
  command: string,
  declared: Readonly<Record<string, FlagDeclaration>>,
  args: readonly string[],
): GivenFlags {
  const names = Object.keys(declared);
  const options = Object.fromEntries(
    names.map(
      (name) => [name, { type: declared[name]?.valueName ? "string" : "boolean" }] as const,
    ),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const positionals: string[] = [];
  const values = new Map<string, string>();
  const switches = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const flag = declared[token.name];
    if (flag === undefined) {
      const hint = didYouMean(token.name, names).replace("mean ", "mean --");
      throw new UsageError(`unknown flag ${token.rawName}${hint}; tandem ${command} --help`);
    }
    if (flag.valueName === undefined) switches.add(token.name);
    else if (token.value === undefined) {
      throw new UsageError(`--${token.name}: expected ${flag.valueName}`);
    } else values.set(token.name, token.value);
  }
  return { positionals, values, switches };
}

/** @throws {UsageError} unless it is a decimal integer from `min` to `max`. */
export function integerFlag(
  { values }: GivenFlags,
  name: string,
  range: { readonly min: number; readonly max: number },
): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new UsageError(`--${name}: expected an integer from ${range.min} to ${range.max}`);
}

/** @throws {UsageError} unless it is an address. */
export function addressFlag({ values }: GivenFlags, name: string): string | undefined {
  const url = values.get(name);
  if (url === undefined || URL.canParse(url)) return url;
  throw new UsageError(`--${name}: expected the address of a node`);
}

/** The lines of a help text that list flags. */
export function flagLines(declared: Readonly<Record<string, FlagDeclaration>>): string {
  return Object.entries(declared)
    .map(([name, { about, valueName }]) => {
      const flag = valueName === undefined ? `--${name}` : `--${name} ${valueName}`;
      return `  ${flag.padEnd(22)} ${about}\n`;
    })
    .join("");
}
