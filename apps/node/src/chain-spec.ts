/** The chain the settings ask for. */
import { readFileSync } from "node:fs";
import { type ChainSpec, Fault, mainSpec, parseSpec, testSpec } from "@tandem/primitives";
import type { DevelopmentAccount } from "./accounts.js";
import type { Config } from "./config/settings.js";
import { UsageError } from "./config/usage-error.js";

const weiPerCoin = 10n ** 18n;

const builtIn: Readonly<Record<string, ChainSpec>> = { test: testSpec, main: mainSpec };

export const isBuiltIn = (chain: string): boolean => Object.hasOwn(builtIn, chain);

/**
 * A built-in chain gives the development accounts their money; a chain of a file is what the file
 * says, and nothing is added to it.
 * @throws {UsageError} when the file cannot be read. @throws {Fault} `unusable-data` when it is wrong.
 */
export function chainSpecOf(config: Config, accounts: readonly DevelopmentAccount[]): ChainSpec {
  const base = namedSpec(config.chain);
  if (!isBuiltIn(config.chain)) return base;
  return {
    ...base,
    genesis: {
      ...base.genesis,
      ...(config.timestamp === undefined ? {} : { timestamp: config.timestamp }),
      gasLimit: config["gas-limit"],
      minimumGasPrice: config["minimum-gas-price"],
      accounts: accounts.map(({ address }) => ({
        address,
        balance: config.balance * weiPerCoin,
      })),
    },
  };
}

/**
 * A chain by its built-in name, or by its file.
 * @throws {UsageError} when the file cannot be read. @throws {Fault} `unusable-data` when it is wrong.
 */
export const namedSpec = (chain: string): ChainSpec => builtIn[chain] ?? specFromFile(chain);

function specFromFile(fileName: string): ChainSpec {
  let text: string;
  try {
    text = readFileSync(fileName, "utf8");
  } catch (cause) {
    throw new UsageError(`--chain: expected test, main or a readable file, got ${fileName}`, {
      cause,
    });
  }
  try {
    return parseSpec(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new UsageError(`--chain: ${fileName} is not JSON`, { cause });
  }
}
