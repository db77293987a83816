/** Resolves the configuration from four sources: flag before environment before file before default. */
import {
  didYouMean,
  flagSource,
  maybe,
  parseCommand,
  path,
  printSettings,
  readFirst,
  resolve,
  type Source,
  settingFacts,
  toggle,
  UsageError,
  value,
  variablesSource,
} from "@tandem/cli";
import { readJsonFile } from "../files/read-json.js";
import type { ResolvedSettings } from "./resolved-settings.js";
import {
  environmentPrefix,
  type Origin,
  type SettingName,
  settingNames,
  settings,
} from "./settings.js";
import { settle } from "./settle.js";

export interface ResolvedConfig extends ResolvedSettings {
  readonly origins: Readonly<Record<SettingName, Origin>>;
}

type Given = Readonly<Record<string, unknown>>;

/** The flags of `tandem run`: the settings, and two about the settings. */
export const configFlags = {
  ...settings,
  config: value(
    maybe(path),
    undefined,
    "FILE",
    "JSON file with any of these settings, by their names",
  ),
  "print-config": toggle("print every setting and the source of its value, and exit"),
};

/**
 * @param args the flags after the command.
 * @throws {UsageError} for an unknown name or an invalid value, naming the nearest valid one.
 */
export function resolveConfig(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedConfig {
  const command = { name: "tandem run", about: "", options: configFlags, run: () => 0 };
  return configOf(parseCommand(command, args).given, environment);
}

/**
 * @param flags as `parseCommand` returns them.
 * @throws {UsageError} as `resolveConfig`.
 */
export function configOf(
  flags: Given,
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedConfig {
  const variables = { variables: environment, prefix: environmentPrefix };
  const file = readFirst("config", configFlags.config, flags, variables);
  const sources: readonly [Source<Origin>, ...Source<Origin>[]] = [
    flagSource(flags),
    variablesSource(settings, environment, {
      origin: "environment",
      prefix: environmentPrefix,
      // The action for GitHub exports the address of its node to the steps after it.
      reserved: ["config", "rpc-url"],
    }),
    {
      origin: "file",
      given: file === undefined ? {} : readFile(file),
      spell: (name) => `${name} in the config file ${file}`,
    },
  ];
  const resolved = resolve(settings, sources);
  const { preset, stated, ...settled } = settle(resolved, sources);
  const origins: Record<SettingName, Origin> = { ...resolved.origins };
  for (const name of preset) origins[name] = "compat";
  for (const name of stated) origins[name] = "chain file";
  if (settled.config.init !== undefined) origins.chain = origins.init;
  return { ...settled, origins };
}

/** Reads the keys of a config file; `$schema` is for editors. */
function readFile(fileName: string): Given {
  const parsed = readJsonFile(fileName, `the config file ${fileName}`);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new UsageError(`the config file ${fileName} is not a JSON object`);
  }
  const { $schema, ...given } = parsed as Record<string, unknown>;
  for (const key of Object.keys(given)) {
    if (!settingNames.includes(key as SettingName)) {
      throw new UsageError(`unknown key ${key} in ${fileName}${didYouMean(key, settingNames)}`);
    }
  }
  return given;
}

/** Returns a line for each setting: its value and the source of it. Secrets are not shown. */
export const printConfig = ({ config, origins }: ResolvedConfig): string[] =>
  printSettings(settings, { values: config, origins });

/** Returns each setting with its value and the source of it, for JSON. Secrets are not shown. */
export const shownSettings = ({ config, origins }: ResolvedConfig) =>
  settingFacts(settings, { values: config, origins });
