/** Resolves the configuration. Precedence: flag, environment, environment file, default. */
import {
  type Command,
  flagSource,
  maybe,
  parseCommand,
  path,
  printSettings,
  readFirst,
  resolve,
  type Source,
  toggle,
  UsageError,
  value,
  variablesSource,
} from "@tandem/cli";
import { program } from "../program.js";
import { readEnvironmentFile } from "./environment-file.js";
import {
  type Config,
  declarationOf,
  environmentName,
  environmentPrefix,
  type Origin,
  type SettingName,
  settings,
} from "./settings.js";

type Texts = Readonly<Record<string, string | undefined>>;

export interface ResolvedConfig {
  readonly values: Config;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** Returns a value. @throws {UsageError} when it has no default and was not given. */
  value<Name extends SettingName>(name: Name): NonNullable<Config[Name]>;
  /** Returns a value, or undefined when it has no default and was not given. */
  given<Name extends SettingName>(name: Name): Config[Name];
  /** Path of the environment file. */
  readonly environmentFile: string | undefined;
}

/** Flags of every command that takes the settings. */
export const configFlags = {
  ...settings,
  "env-file": value(
    maybe(path),
    undefined,
    "FILE",
    "file of NAME=value lines with any of these variables",
  ),
  "print-config": toggle("print every setting with the source of its value, and exit"),
};

/** Returns the sources of a secret, for messages. */
export const elsewhere = (name: string): string =>
  `${environmentName(name as SettingName)} or --env-file`;

/**
 * @param args flags after the command.
 * @throws {UsageError} for an unknown name, with the nearest known one, or for an invalid value.
 */
export function resolveConfig(args: readonly string[], environment: Texts): ResolvedConfig {
  const command: Command = {
    name: program,
    about: "",
    options: configFlags,
    elsewhere,
    run: () => 0,
  };
  return configOf(parseCommand(command, args).given, environment);
}

/** @param flags as `parseCommand` reads them. @throws {UsageError} as `resolveConfig`. */
export function configOf(
  flags: Readonly<Record<string, unknown>>,
  environment: Texts,
): ResolvedConfig {
  const environmentFile = readFirst("env-file", configFlags["env-file"], flags, {
    variables: environment,
    prefix: environmentPrefix,
  });
  const lines = environmentFile === undefined ? {} : readEnvironmentFile(environmentFile);
  const variables = { prefix: environmentPrefix, reserved: ["env-file"] };
  const sources: readonly Source<Origin>[] = [
    flagSource(flags),
    variablesSource(settings, environment, { ...variables, origin: "environment" }),
    variablesSource(settings, lines, {
      ...variables,
      origin: "file",
      place: ` in ${environmentFile}`,
    }),
  ];
  const { values, origins } = resolve(settings, sources);
  const given = <Name extends SettingName>(name: Name) => values[name];
  return {
    values,
    origins,
    given,
    value(name) {
      const found = given(name);
      if (found === undefined) throw new UsageError(missing(name));
      return found as NonNullable<typeof found>;
    },
    environmentFile,
  };
}

function missing(name: SettingName): string {
  const { about, isSecret } = declarationOf(name);
  const where = isSecret ? environmentName(name) : `--${name} or ${environmentName(name)}`;
  return `${where} is missing: ${about}; for a trial, tandem-relay prepare FILE makes all settings`;
}

/** Returns one line per setting with its value and its source. Secrets are not shown. */
export const printConfig = (resolved: ResolvedConfig): readonly string[] =>
  printSettings(settings, resolved);
