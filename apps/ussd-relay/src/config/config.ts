/** One configuration from four sources: flag over environment over environment file over default. */
import { parseArgs } from "node:util";
import { readEnvironmentFile } from "./environment-file.js";
import {
  type Config,
  declarationOf,
  environmentName,
  environmentPrefix,
  type Origin,
  type SettingName,
  settingNames,
} from "./settings.js";
import { didYouMean, UsageError } from "./usage-error.js";

type Texts = Readonly<Record<string, string | undefined>>;

export interface ResolvedConfig {
  /** @throws {UsageError} when one that has no default was not given. */
  value<Name extends SettingName>(name: Name): Config[Name];
  /** As `value`; undefined instead. */
  given<Name extends SettingName>(name: Name): Config[Name] | undefined;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** Path of the environment file. */
  readonly environmentFile: string | undefined;
  readonly isPrintConfig: boolean;
  readonly isHelp: boolean;
}

/** Flags that are not settings. */
const ownFlags = ["env-file", "print-config", "help"] as const;

/**
 * @param args flags as they follow the command.
 * @throws {UsageError} for an unknown name or a bad value, naming the nearest right one.
 */
export function resolveConfig(args: readonly string[], environment: Texts): ResolvedConfig {
  const { texts: flags, isPrintConfig, isHelp } = readFlags(args);
  const environmentFile = flags["env-file"] ?? environment[environmentName("env-file")];
  const file = environmentFile === undefined ? {} : readEnvironmentFile(environmentFile);
  const sources: readonly (readonly [Origin, Texts])[] = [
    ["flag", flags],
    ["environment", readVariables(environment, "")],
    ["file", readVariables(file, ` in ${environmentFile}`)],
  ];
  const values: Partial<Record<SettingName, unknown>> = {};
  const origins = {} as Record<SettingName, Origin>;
  for (const name of settingNames) {
    const [origin, source] = sources.find(([, texts]) => texts[name] !== undefined) ?? [];
    origins[name] = origin ?? "default";
    const given = source?.[name] ?? declarationOf(name).fallback;
    if (given !== undefined) values[name] = check(name, given, origins[name]);
  }
  return {
    value<Name extends SettingName>(name: Name) {
      const found = values[name];
      if (found === undefined) throw new UsageError(missing(name));
      return found as Config[Name];
    },
    given<Name extends SettingName>(name: Name) {
      return values[name] as Config[Name] | undefined;
    },
    origins,
    environmentFile,
    isPrintConfig,
    isHelp,
  };
}

function missing(name: SettingName): string {
  const { about, isSecret } = declarationOf(name);
  const where = isSecret ? environmentName(name) : `--${name} or ${environmentName(name)}`;
  return `${where} is missing: ${about}`;
}

function check(name: SettingName, given: string, origin: Origin): unknown {
  const { schema, isSecret, holdsKey } = declarationOf(name);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const from = origin === "flag" ? `--${name}` : environmentName(name);
  const shown = isSecret || holdsKey ? "" : `, got ${JSON.stringify(given)}`;
  throw new UsageError(`${from}: ${result.error.issues[0]?.message}${shown}`);
}

function readFlags(args: readonly string[]) {
  const isSwitch = (name: string) => name === "print-config" || name === "help";
  const known: readonly string[] = [...settingNames, ...ownFlags];
  const options = {
    ...Object.fromEntries(
      known.map((name) => [name, { type: isSwitch(name) ? "boolean" : "string" } as const]),
    ),
    help: { type: "boolean", short: "h" } as const,
  };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const texts: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind === "positional") throw new UsageError(`unexpected argument ${token.value}`);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    if (!known.includes(name)) {
      const hint = didYouMean(name, known).replace("mean ", "mean --");
      throw new UsageError(`unknown flag ${rawName}${hint}`);
    }
    if (settingNames.some((one) => one === name && declarationOf(one).isSecret)) {
      const variable = environmentName(name as SettingName);
      throw new UsageError(
        `${rawName}: everybody on this machine can read a command line; use ${variable} or --env-file`,
      );
    }
    if (texts[name] !== undefined) throw new UsageError(`${rawName} is given twice`);
    if (isSwitch(name)) texts[name] = "true";
    else if (value === undefined) throw new UsageError(`${rawName} needs a value`);
    else texts[name] = value;
  }
  return {
    texts,
    isPrintConfig: texts["print-config"] !== undefined,
    isHelp: texts.help !== undefined,
  };
}

/** Settings among variables: those of the relay's own prefix, which must all be known. */
function readVariables(variables: Texts, where: string): Texts {
  const names = new Map<string, SettingName>(
    settingNames.map((name) => [environmentName(name), name]),
  );
  const found: Record<string, string> = {};
  for (const [variable, given] of Object.entries(variables)) {
    if (!variable.startsWith(environmentPrefix) || given === undefined) continue;
    if (variable === environmentName("env-file")) continue;
    const name = names.get(variable);
    if (name === undefined) {
      const hint = didYouMean(variable, [...names.keys()]);
      throw new UsageError(`unknown environment variable ${variable}${where}${hint}`);
    }
    found[name] = given;
  }
  return found;
}

const nameWidth = Math.max(...settingNames.map(({ length }) => length));

/** A line a setting: its value, and where that came from. Secrets are not shown. */
export function printConfig(resolved: ResolvedConfig): readonly string[] {
  return settingNames.map((name) => {
    const origin = resolved.origins[name];
    const isGiven = origin !== "default" || declarationOf(name).fallback !== undefined;
    if (!isGiven) return `${name.padEnd(nameWidth)} (not given)`;
    const { isSecret, show = String } = declarationOf(name);
    return `${name.padEnd(nameWidth)} ${isSecret ? "(not shown)" : show(resolved.value(name))} (${origin})`;
  });
}
