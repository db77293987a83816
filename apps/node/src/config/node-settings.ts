/** The settings as a program gives them: by their names in camel case, with values of their types. */
import { didYouMean, resolve, UsageError } from "@tandem/cli";
import { settleByChain } from "./chain-values.js";
import { withInit } from "./init.js";
import { type Config, type SettingName, settingNames, settings } from "./settings.js";

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
  const names = new Map(settingNames.map((name) => [camelCase(name), name]));
  const values = Object.entries(given).map(([written, value]) => {
    const name = names.get(written);
    if (name === undefined) {
      const hint = didYouMean(written, [...names.keys()]);
      throw new UsageError(`unknown setting ${written}${hint}`);
    }
    return [name, typeof value === "bigint" ? `${value}` : value] as const;
  });
  const source = { origin: "program", given: Object.fromEntries(values), spell: camelCase };
  const { values: config, origins } = resolve(settings, [source]);
  const isGiven = (name: SettingName) => origins[name] !== "default";
  const givenAs = (name: SettingName) => (isGiven(name) ? camelCase(name) : undefined);
  return settleByChain(withInit(config, isGiven("chain")), givenAs).config;
}
