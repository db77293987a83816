/** Resolves settings that a chain file may define: the value in the file takes precedence. */
import { UsageError } from "@tandem/cli";
import { type OpenMember, type SpecFile, testSpec } from "@tandem/primitives";
import { readChain } from "./chain-file.js";
import { chainSetting } from "./init.js";
import type { Config, SettingName } from "./settings.js";
import type { Spelling } from "./spelling.js";

/** The member of a chain file for each setting. */
const members = {
  "gas-limit": "gasLimit",
  "minimum-gas-price": "minimumGasPrice",
  accounts: "accounts",
  balance: "accounts",
  "create2-deployer": "accounts",
  "code-size-limit": "codeSizeLimit",
} as const satisfies Partial<Record<SettingName, OpenMember>>;

export interface SettledConfig {
  readonly config: Config;
  readonly chainFile: SpecFile;
  /** The settings whose values come from the chain file. */
  readonly stated: ReadonlySet<SettingName>;
}

/**
 * Returns the configuration with the values of the chain file.
 * @throws {UsageError} for a given setting that the file defines, and for an unreadable or invalid file.
 */
export function settleByChain(config: Config, { givenAs, spell }: Spelling): SettledConfig {
  const file = readChain(config.chain, spell(chainSetting(config)));
  const { spec } = file;
  // anvil has its accounts beside those of a genesis file.
  const isAnvil = config.compat === "anvil";
  const open = isAnvil ? new Set<OpenMember>([...file.open, "accounts"]) : file.open;
  assertTestChain(config, givenAs("chain-id"), "its id");
  assertTestChain(config, givenAs("hardfork"), "its forks");
  const values = {
    "gas-limit": spec.genesis.gasLimit,
    "minimum-gas-price": spec.genesis.minimumGasPrice,
    accounts: 0,
    balance: 0n,
    "create2-deployer": false,
    "code-size-limit": spec.codeSizeLimit,
  } satisfies Pick<Config, keyof typeof members>;
  const names = Object.keys(members) as (keyof typeof members)[];
  const stated = names.filter((name) => !open.has(members[name]));
  for (const name of stated) {
    const given = givenAs(name);
    if (given === undefined) continue;
    throw new UsageError(
      `${given}: ${config.chain} defines ${described[members[name]]}: omit it here, or there`,
    );
  }
  const settled = Object.fromEntries(stated.map((name) => [name, values[name]]));
  return { config: { ...config, ...settled }, chainFile: { spec, open }, stated: new Set(stated) };
}

/** The id and the forks of the main chain are fixed, and a chain file defines its own. */
function assertTestChain({ chain }: Config, given: string | undefined, what: string): void {
  if (given === undefined || chain === testSpec.name) return;
  throw new UsageError(`${given}: the chain ${chain} defines ${what}: omit it here`);
}

const described: Readonly<Record<OpenMember, string>> = {
  gasLimit: "the gas limit",
  minimumGasPrice: "the minimum gas price",
  accounts: "the accounts of genesis",
  codeSizeLimit: "the limit of a contract's size",
};
