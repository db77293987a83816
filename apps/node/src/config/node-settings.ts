/** Reads settings given by a program: by their names in camel case, with typed values. */
import { didYouMean, resolve, UsageError } from "@tandem/cli";
import type { ResolvedSettings } from "./resolved-settings.js";
import { type Config, settingNames, settings } from "./settings.js";
import { settle } from "./settle.js";

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type NodeSettings = {
  readonly [Name in keyof Config as CamelCase<Name>]?: Config[Name];
};

/** Converts a name, such as `gas-limit` to `gasLimit`. */
export const camelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the settings with defaults for omitted ones.
 * @throws {UsageError} for an unknown name or an invalid value.
 */
export function resolveSettings(given: NodeSettings): ResolvedSettings {
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
  return settle(resolve(settings, [source]), [source]);
}
