/** The settings as a program gives them: by their names in camel case, with values of their types. */
import { settleByChain } from "./chain-values.js";
import { withInit } from "./init.js";
import {
  type Config,
  type SettingDeclaration,
  type SettingName,
  settingNames,
  settings,
} from "./settings.js";
import { didYouMean, UsageError } from "./usage-error.js";

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type NodeSettings = {
  readonly [Name in keyof Config as CamelCase<Name>]?: Config[Name];
};

/** Such as `gasLimit` for `gas-limit`. */
export const camelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What is not given is at its default. @throws {UsageError} for an unknown name or a bad value. */
export function resolveSettings(given: NodeSettings): Config {
  const values: Readonly<Record<string, unknown>> = { ...given };
  const known = settingNames.map(camelCase);
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) {
      throw new UsageError(`unknown setting ${name}${didYouMean(name, known)}`);
    }
  }
  const config = settingNames.map((name) => {
    const { schema, fallback } = settings[name] as SettingDeclaration<unknown>;
    const value = values[camelCase(name)];
    if (value === undefined) return [name, fallback] as const;
    const result = schema.safeParse(typeof value === "bigint" ? `${value}` : value);
    if (result.success) return [name, result.data] as const;
    throw new UsageError(`${camelCase(name)}: ${result.error.issues[0]?.message}`);
  });
  const named = withInit(
    Object.fromEntries(config) as unknown as Config,
    given.chain !== undefined,
  );
  const givenAs = (name: SettingName) =>
    values[camelCase(name)] === undefined ? undefined : camelCase(name);
  return settleByChain(named, givenAs).config;
}
