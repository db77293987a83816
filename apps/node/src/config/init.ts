/** Resolves `--init`, the name under which geth's users know the file of the chain. */
import { UsageError } from "@tandem/cli";
import type { Config, SettingName } from "./settings.js";
import type { Spelling } from "./spelling.js";

/** @throws {UsageError} if the chain is given by both names. */
export function withInit(config: Config, { givenAs, spell }: Spelling): Config {
  if (config.init === undefined) return config;
  const chain = givenAs("chain");
  if (chain !== undefined) {
    throw new UsageError(`${spell("init")}: ${chain} is also given: use one of the two`);
  }
  return { ...config, chain: config.init };
}

/** Returns the name of the setting that names the chain. */
export const chainSetting = ({ init }: Pick<Config, "init">): SettingName =>
  init === undefined ? "chain" : "init";
