/** Resolves each setting from the first of several sources that has it. */
import type { Setting, Settings, Values } from "./setting.js";
import { didYouMean, UsageError } from "./usage-error.js";

/** A source of values: text, or JSON if the source is a JSON file. */
export interface Source<Origin extends string> {
  readonly origin: Origin;
  readonly given: Readonly<Record<string, unknown>>;
  /** Returns the name of a setting in this source, for errors. */
  spell(name: string): string;
}

export interface Resolved<S extends Settings, Origin extends string> {
  readonly values: Values<S>;
  readonly origins: Readonly<Record<keyof S, Origin | "default">>;
}

/** Resolves all settings. @throws {UsageError} for a value that its setting does not accept. */
export function resolve<S extends Settings, Origin extends string>(
  settings: S,
  sources: readonly Source<Origin>[],
): Resolved<S, Origin> {
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const source = sources.find(({ given }) => given[name] !== undefined);
    origins[name] = source?.origin ?? "default";
    values[name] =
      source === undefined
        ? setting.fallback
        : read(setting, source.given[name], source.spell(name));
  }
  return { values, origins } as unknown as Resolved<S, Origin>;
}

function read(setting: Setting<unknown>, given: unknown, spelt: string): unknown {
  const result = setting.schema.safeParse(given);
  if (result.success) return result.data;
  const { isSecret, holdsKey, valueName } = setting;
  const shown = isSecret || holdsKey ? "" : `, got ${JSON.stringify(given)}`;
  const alternatives = valueName?.split("|") ?? [];
  const hint =
    typeof given === "string" && alternatives.length > 1 ? didYouMean(given, alternatives) : "";
  throw new UsageError(`${spelt}: ${result.error.issues[0]?.message}${shown}${hint}`);
}

/** Returns the source for flags of `parseCommand`. */
export const flagSource = (given: Readonly<Record<string, unknown>>): Source<"flag"> => ({
  origin: "flag",
  given,
  spell: (name) => `--${name}`,
});

/**
 * Resolves values from flags only.
 * @throws {UsageError} for an invalid value.
 */
export const readFlags = <S extends Settings>(
  settings: S,
  given: Readonly<Record<string, unknown>>,
): Values<S> => resolve(settings, [flagSource(given)]).values;

/**
 * Returns the name of a variable, such as `TANDEM_GAS_LIMIT` for the prefix `TANDEM_` and `gas-limit`.
 */
export const environmentName = (prefix: string, name: string): string =>
  `${prefix}${name.toUpperCase().replaceAll("-", "_")}`;

/**
 * Returns the value of a setting that is read before the others, such as the name of their file.
 * @param flags as `parseCommand` returns them. @param prefix of variables.
 * @throws {UsageError} for an invalid value.
 */
export function readFirst<T>(
  name: string,
  setting: Setting<T>,
  flags: Readonly<Record<string, unknown>>,
  { variables, prefix }: { readonly variables: Variables; readonly prefix: string },
): T {
  const spell = (one: string) => environmentName(prefix, one);
  const given = { [name]: variables[spell(name)] };
  const sources = [flagSource(flags), { origin: "environment", given, spell }];
  return resolve({ [name]: setting }, sources).values[name] as T;
}

type Variables = Readonly<Record<string, string | undefined>>;

interface VariablesOptions<Origin extends string> {
  readonly origin: Origin;
  readonly prefix: string;
  /** Names with the prefix that are no settings, such as `config`. */
  readonly reserved: readonly string[];
  /** Follows the name of an unknown variable in the error, such as ` in FILE`. */
  readonly place?: string;
}

/**
 * Returns the source for variables with the prefix.
 * @throws {UsageError} for an unknown variable.
 */
export function variablesSource<Origin extends string>(
  settings: Settings,
  variables: Variables,
  { origin, prefix, reserved, place = "" }: VariablesOptions<Origin>,
): Source<Origin> {
  const spell = (name: string) => environmentName(prefix, name);
  const names = new Map(Object.keys(settings).map((name) => [spell(name), name]));
  const passed = new Set(reserved.map(spell));
  const given: Record<string, unknown> = {};
  for (const [variable, written] of Object.entries(variables)) {
    if (!variable.startsWith(prefix) || passed.has(variable) || written === undefined) continue;
    const name = names.get(variable);
    if (name === undefined) {
      const hint = didYouMean(variable, [...names.keys()]);
      throw new UsageError(`unknown environment variable ${variable}${place}${hint}`);
    }
    given[name] = settings[name]?.kind === "list" ? written.split(",") : written;
  }
  return { origin, given, spell };
}

/** Returns a line for each setting with its value and the source of it. Secrets are not shown. */
export function printSettings<S extends Settings>(
  settings: S,
  { values, origins }: Resolved<S, string>,
): string[] {
  const width = Math.max(...Object.keys(settings).map(({ length }) => length));
  return Object.entries(settings).map(([name, setting]) => {
    const origin = origins[name] as string;
    const given: unknown = values[name as keyof S];
    const isHidden = setting.isSecret && origin !== "default";
    return `${name.padEnd(width)} ${isHidden ? "(not shown)" : showValue(setting, given)} (${origin})`;
  });
}

/** Returns every setting with its value and its source, for JSON. Secrets are not shown. */
export const settingFacts = <S extends Settings>(
  settings: S,
  { values, origins }: Resolved<S, string>,
) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, { isSecret }]) => {
      const origin = origins[name] as string;
      const isHidden = isSecret && origin !== "default";
      const given: unknown = values[name as keyof S];
      return [name, { value: isHidden ? "(not shown)" : (given ?? null), origin }];
    }),
  );

/** Returns the value as JSON, unless the setting has its own form. */
export function showValue({ show }: Setting<unknown>, given: unknown): string {
  if (given === undefined) return "null";
  if (show !== undefined) return show(given);
  return typeof given === "bigint" ? `${given}` : JSON.stringify(given);
}
