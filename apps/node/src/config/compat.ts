/** Resolves `--compat`: the settings with which the node behaves to its clients as another node does. */
import { UsageError } from "@tandem/cli";
import { codeSizeLimitMax, mainSpec } from "@tandem/primitives";
import { version } from "../version.js";
import type { Config, SettingName } from "./settings.js";

/** The id of Hardhat's network and of anvil. */
const developmentChainId = 31_337;

/** The settings of each preset. Tools recognize the client versions by their beginning. */
const presets = {
  none: {},
  hardhat: {
    unlocked: true,
    accounts: 20,
    "chain-id": developmentChainId,
    "client-version": `HardhatNetwork/2.29.1/tandem/${version}`,
    "gas-limit": 60_000_000n,
    // Suites that set allowUnlimitedContractSize run too.
    "code-size-limit": codeSizeLimitMax,
    timestamp: "now",
    "in-memory": true,
    errors: "hardhat",
    "report-failures": true,
  },
  anvil: {
    unlocked: true,
    "chain-id": developmentChainId,
    "client-version": `anvil/v1.7.1/tandem/${version}`,
    timestamp: "now",
    "in-memory": true,
    errors: "anvil",
  },
} as const satisfies Readonly<Record<Config["compat"], Partial<Config>>>;

export interface PresetConfig {
  readonly config: Config;
  /** The settings whose values come from the preset. */
  readonly names: readonly SettingName[];
}

/**
 * Returns the configuration with the values of the preset for settings that are not given.
 * @param givenAs the form in which the user gave a setting; undefined if it was not given.
 */
export function withCompat(
  config: Config,
  givenAs: (name: SettingName) => string | undefined,
): PresetConfig {
  const preset: Partial<Config> = presets[config.compat];
  const names = (Object.keys(preset) as SettingName[]).filter(
    (name) => givenAs(name) === undefined && isOpen(name, config),
  );
  const values = Object.fromEntries(names.map((name) => [name, preset[name]]));
  return { config: { ...config, ...values }, names };
}

/** A run of a seed begins at a fixed time, a fork has the other chain's id, and a kept chain is on disk. */
function isOpen(name: SettingName, config: Config): boolean {
  if (name === "in-memory") return config["data-dir"] === undefined;
  if (name === "timestamp") return config.seed === undefined;
  return name !== "chain-id" || config["fork-url"] === undefined;
}

/**
 * Checks that the given settings have an effect in the resolved configuration.
 * @throws {UsageError} for keys on the main chain, and for a setting that another one leaves without effect.
 */
export function assertEffective(
  config: Config,
  givenAs: (name: SettingName) => string | undefined,
): void {
  const inMemory = givenAs("in-memory");
  if (config["in-memory"] && inMemory !== undefined && config["data-dir"] !== undefined) {
    throw new UsageError(`${inMemory}: has no effect beside --data-dir, which keeps the chain`);
  }
  const given = givenAs("unlocked") ?? givenAs("compat");
  if (!config.unlocked || given === undefined) return;
  if (config.chain === mainSpec.name) {
    throw new UsageError(`${given}: ${mainSpec.name} is no development chain, and holds no keys`);
  }
  if (config["no-dev-rpc"]) {
    throw new UsageError(`${given}: has no effect beside --no-dev-rpc, which turns signing off`);
  }
  if (config.accounts === 0) {
    throw new UsageError(`${given}: has no effect, because there are no development accounts`);
  }
}
