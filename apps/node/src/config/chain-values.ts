/** Settings that a chain file may state itself: there is one truth, and it is the file's. */
import { UsageError } from "@tandem/cli";
import type { OpenMember } from "@tandem/primitives";
import { specFileOf } from "../chain-spec.js";
import type { Config, SettingName } from "./settings.js";

/** By the setting: the member of a chain file that it is. */
const members = {
  "gas-limit": "gasLimit",
  "minimum-gas-price": "minimumGasPrice",
  accounts: "accounts",
  balance: "accounts",
  "code-size-limit": "codeSizeLimit",
} as const satisfies Partial<Record<SettingName, OpenMember>>;

export interface SettledConfig {
  readonly config: Config;
  /** Settings whose value is the chain file's. */
  readonly stated: ReadonlySet<SettingName>;
}

/**
 * The configuration with the chain file's values where the file has some.
 * @param givenAs how the user gave a setting, `--gas-limit` for instance; undefined when not at all.
 * @throws {UsageError} for a setting that was given and is the file's to say, and for a file that
 *   cannot be read. @throws {Fault} `unusable-data` for one that is wrong.
 */
export function settleByChain(
  config: Config,
  givenAs: (name: SettingName) => string | undefined,
): SettledConfig {
  const { spec, open } = specFileOf(config.chain);
  const values = {
    "gas-limit": spec.genesis.gasLimit,
    "minimum-gas-price": spec.genesis.minimumGasPrice,
    accounts: 0,
    balance: 0n,
    "code-size-limit": spec.codeSizeLimit,
  } satisfies Pick<Config, keyof typeof members>;
  const names = Object.keys(members) as (keyof typeof members)[];
  const stated = names.filter((name) => !open.has(members[name]));
  for (const name of stated) {
    const given = givenAs(name);
    if (given === undefined) continue;
    throw new UsageError(
      `${given}: ${config.chain} states ${described[members[name]]} itself: leave it out here, or there`,
    );
  }
  const settled = Object.fromEntries(stated.map((name) => [name, values[name]]));
  return { config: { ...config, ...settled }, stated: new Set(stated) };
}

const described: Readonly<Record<OpenMember, string>> = {
  gasLimit: "the gas limit",
  minimumGasPrice: "the minimum gas price",
  accounts: "the accounts of genesis",
  codeSizeLimit: "the limit of a contract's size",
};
