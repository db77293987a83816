/** Resolves `--init`, the name of the chain's file that geth's users know. */
import { UsageError } from "@tandem/cli";
import type { Config } from "./settings.js";

/** @throws {UsageError} if the chain is given by both names. */
export function withInit(config: Config, isChainGiven: boolean): Config {
  if (config.init === undefined) return config;
  if (isChainGiven) {
    throw new UsageError("--init: the chain is given by --chain already: state one of the two");
  }
  return { ...config, chain: config.init };
}
