/** One configuration from four sources: flag over environment over file over default. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { settleByChain } from "./chain-values.js";
import { withInit } from "./init.js";
import {
  type Config,
  environmentName,
  type Origin,
  type SettingDeclaration,
  type SettingName,
  settingNames,
  settings,
} from "./settings.js";
import { didYouMean, UsageError } from "./usage-error.js";

export interface ResolvedConfig {
  readonly config: Config;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  readonly isPrintConfig: boolean;
  readonly isHelp: boolean;
}

/** Flags that are not settings. */
const ownFlags = ["config", "print-config", "help"] as const;

/**
 * @param args flags as they follow the command.
 * @throws {UsageError} for an unknown name or a bad value, naming the nearest right one.
 */
export function resolveConfig(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedConfig {
  const flags = readFlags(args);
  const fileName = flags.config ?? environment.TANDEM_CONFIG;
  const sources: readonly (readonly [Origin, Readonly<Record<string, unknown>>])[] = [
    ["flag", flags],
    ["environment", readEnvironment(environment)],
    ["file", typeof fileName === "string" ? readFile(fileName) : {}],
  ];
  const config: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const name of settingNames) {
    const found = sources.find(([, source]) => source[name] !== undefined);
    origins[name] = found?.[0] ?? "default";
    config[name] = found
      ? check(name, found[1][name], found[0])
      : (settings[name] as SettingDeclaration<unknown>).fallback;
  }
  const named = withInit(config as Config, origins.chain !== "default");
  const isHelp = flags.help === true;
  const given = origins as Record<SettingName, Origin>;
  const settled = isHelp ? undefined : settleByChain(named, (name) => sourceOf(name, given[name]));
  for (const name of settled?.stated ?? []) given[name] = "chain file";
  return {
    config: settled?.config ?? named,
    origins: given,
    isPrintConfig: flags["print-config"] === true,
    isHelp,
  };
}

/** How a setting is written where it comes from; undefined for a default. */
function sourceOf(name: SettingName, origin: Origin): string | undefined {
  if (origin === "flag") return `--${name}`;
  if (origin === "environment") return environmentName(name);
  return origin === "file" ? `${name} in the config file` : undefined;
}

function check(name: SettingName, given: unknown, origin: Origin): unknown {
  const result = (settings[name] as SettingDeclaration<unknown>).schema.safeParse(given);
  if (result.success) return result.data;
  const from = sourceOf(name, origin);
  const { isSecret } = settings[name] as SettingDeclaration<unknown>;
  const shown = isSecret ? "" : `, got ${JSON.stringify(given)}`;
  throw new UsageError(
    `${from}: ${result.error.issues[0]?.message}${shown}${suggestValue(name, given)}`,
  );
}

function suggestValue(name: SettingName, given: unknown): string {
  const values = settings[name].valueName?.split("|") ?? [];
  return typeof given === "string" && values.length > 1 ? didYouMean(given, values) : "";
}

function readFlags(args: readonly string[]): Record<string, unknown> {
  const options = Object.fromEntries([
    ...settingNames.map((name) => {
      const { kind } = settings[name];
      return [name, { type: kind === "switch" ? "boolean" : "string", multiple: kind === "list" }];
    }),
    ["config", { type: "string" }],
    ["print-config", { type: "boolean" }],
    ["help", { type: "boolean", short: "h" }],
  ]) as NonNullable<Parameters<typeof parseArgs>[0]>["options"];
  const known = [...settingNames, ...ownFlags];
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const flags: Record<string, unknown> = {};
  for (const token of tokens) {
    if (token.kind === "positional") throw new UsageError(`unexpected argument ${token.value}`);
    if (token.kind !== "option") continue;
    const option = options?.[token.name];
    if (option === undefined) {
      throw new UsageError(
        `unknown flag ${token.rawName}${didYouMean(token.name, known).replace("mean ", "mean --")}`,
      );
    }
    if (option.type === "string" && token.value === undefined) {
      throw new UsageError(`${token.rawName} needs a value`);
    }
    const given = option.type === "boolean" ? (token.value ?? true) : token.value;
    const previous = flags[token.name];
    if (option.multiple) flags[token.name] = [...(Array.isArray(previous) ? previous : []), given];
    else if (previous !== undefined) throw new UsageError(`${token.rawName} is given twice`);
    else flags[token.name] = given;
  }
  return flags;
}

function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const names = new Map(settingNames.map((name) => [environmentName(name), name]));
  const found: Record<string, unknown> = {};
  for (const [variable, given] of Object.entries(environment)) {
    if (!variable.startsWith("TANDEM_") || variable === "TANDEM_CONFIG" || given === undefined)
      continue;
    const name = names.get(variable);
    if (name === undefined) {
      const known = [...names.keys()];
      throw new UsageError(
        `unknown environment variable ${variable}${didYouMean(variable, known)}`,
      );
    }
    found[name] = settings[name].kind === "list" ? given.split(",") : given;
  }
  return found;
}

function readFile(fileName: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(fileName, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new UsageError(`the config file ${fileName} cannot be read: ${reason}`, { cause });
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new UsageError(`the config file ${fileName} is not a JSON object`);
  }
  for (const key of Object.keys(parsed)) {
    if (!settingNames.includes(key as SettingName)) {
      throw new UsageError(`unknown key ${key} in ${fileName}${didYouMean(key, settingNames)}`);
    }
  }
  return parsed as Record<string, unknown>;
}

/** A line a setting: its value, and where that came from. Secrets are not shown. */
export function printConfig({ config, origins }: ResolvedConfig): string[] {
  return settingNames.map((name) => {
    const { isSecret } = settings[name] as SettingDeclaration<unknown>;
    const given = config[name];
    const plain = typeof given === "bigint" ? `${given}` : JSON.stringify(given ?? null);
    return `${name.padEnd(18)} ${isSecret && origins[name] !== "default" ? "(not shown)" : plain} (${origins[name]})`;
  });
}
