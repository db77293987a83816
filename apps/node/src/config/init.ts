/** Resolves `--init`, the name under which geth's users know the file of the chain. */
import { UsageError } from "@tandem/cli";
import type { Config } from "./settings.js";

/** @throws {UsageError} if the chain is given by both names. */
export function withInit(config: Config, isChainGiven: boolean): Config {
  if (config.init === undefined) return config;
  if (isChainGiven) {
    throw new UsageError("--init: --chain is also given: use one of the two");
  }
  return { ...config, chain: config.init };
}
