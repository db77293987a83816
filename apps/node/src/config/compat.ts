/** Resolves `--compat`: the settings that make the node behave like another node. */
import { type Setting, UsageError } from "@tandem/cli";
import { codeSizeLimitMax, mainSpec, testSpec } from "@tandem/primitives";
import { version } from "../version.js";
import { type Config, type SettingName, settingNames, settings } from "./settings.js";
import type { Spelling } from "./spelling.js";

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
    // Test suites for older rules call operations that cost more now: verifying a signature of
    // RSA-4096 takes 63 million gas under EIP-7883.
    "call-gas": 120_000_000n,
    // Suites that set allowUnlimitedContractSize work with this limit.
    "code-size-limit": codeSizeLimitMax,
    coinbase: `0x${"c014ba5e".repeat(5)}`,
    timestamp: "now",
    "in-memory": true,
    errors: "hardhat",
    "report-failures": true,
  },
  anvil: {
    unlocked: true,
    "chain-id": developmentChainId,
    "client-version": `anvil/v1.7.1/tandem/${version}`,
    // It is warm in every transaction (EIP-3651), like the sender of a call that names none: estimates of
    // bundlers by such calls are enough only if it is the zero address too.
    coinbase: `0x${"00".repeat(20)}`,
    timestamp: "now",
    "in-memory": true,
    errors: "anvil",
    "price-bump": 0,
    "create2-deployer": true,
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

/**
 * Returns the id of a chain that starts while the node runs; undefined for the one of the chain's
 * own rules.
 * @param isFork whether it forks another chain, whose id anvil's clients expect. Hardhat's network
 * keeps its own.
 */
export function laterChainId(config: Config, isFork: boolean): number | undefined {
  const { compat, "chain-id": chainId } = config;
  if (compat === "none") return chainId;
  const isPreset = chainId === undefined || chainId === developmentChainId;
  if (!isPreset) return chainId;
  return isFork && compat === "anvil" ? undefined : developmentChainId;
}

/**
 * A deterministic run starts at a fixed time, a fork by anvil has the id of the other chain, a chain file
 * defines its own id, and a chain with a data directory keeps its values.
 */
function isOpen(name: SettingName, config: Config): boolean {
  if (name === "in-memory") return config["data-dir"] === undefined;
  if (name === "timestamp") return config.seed === undefined;
  if (name !== "chain-id") return true;
  return config["fork-url"] === undefined
    ? config.chain === testSpec.name
    : config.compat === "hardhat";
}

/**
 * Checks that the given settings have an effect in the resolved configuration.
 * @throws {UsageError} for keys on the main chain, and for a setting that has no effect because of
 * another one.
 */
export function assertEffective(config: Config, spelling: Spelling): void {
  const { givenAs, spell } = spelling;
  const inMemory = givenAs("in-memory");
  if (config["in-memory"] && inMemory !== undefined && config["data-dir"] !== undefined) {
    throw new UsageError(
      `${inMemory}: has no effect beside ${spell("data-dir")}, which stores the chain`,
    );
  }
  assertNeeds(config, spelling);
  assertClustered(config, spelling);
  assertAlone(config, spelling);
  const given = givenAs("unlocked") ?? givenAs("compat");
  if (!config.unlocked || given === undefined) return;
  if (config.chain === mainSpec.name) {
    throw new UsageError(
      `${given}: ${mainSpec.name} is not a development chain, and holds no keys`,
    );
  }
  if (config["no-dev-rpc"]) {
    throw new UsageError(
      `${given}: has no effect beside ${spell("no-dev-rpc")}, which turns signing off`,
    );
  }
  if (config.accounts === 0) {
    throw new UsageError(`${given}: has no effect, because there are no development accounts`);
  }
}

/**
 * Refuses settings without the others that they need.
 * @throws {UsageError}
 */
function assertNeeds(config: Config, { givenAs, spell }: Spelling): void {
  for (const name of settingNames) {
    const { needs }: Setting<unknown> = settings[name];
    const given = givenAs(name);
    if (needs === undefined || given === undefined) continue;
    const other = needs.setting as SettingName;
    const found = config[other];
    if (needs.value === undefined ? found !== undefined : found === needs.value) continue;
    const reason =
      needs.value === undefined
        ? `without ${spell(other)}`
        : `unless ${spell(other)} is ${needs.value}`;
    throw new UsageError(`${given}: has no effect ${reason}`);
  }
}

/** The settings that connect a node to others directly. */
const connecting = ["peer", "p2p-port"] as const;

/** @throws {UsageError} for direct connections of a node that gets its blocks, or its state, from elsewhere. */
function assertAlone(config: Config, { givenAs, spell }: Spelling): void {
  const source = (["log", "fork-url"] as const).find((name) => config[name] !== undefined);
  if (source === undefined) return;
  const given = connecting.map(givenAs).find((name) => name !== undefined);
  if (given === undefined) return;
  throw new UsageError(
    `${given}: cannot be used with ${spell(source)}: the chain comes from there alone`,
  );
}

/** The settings that a cluster cannot have, because the log does not contain their effects. */
const unclustered = ["fork-url", "load-state"] as const;

/** @throws {UsageError} for settings whose effects are not in the log of a cluster. */
function assertClustered(config: Config, { givenAs }: Spelling): void {
  if (config.log === undefined) return;
  for (const name of unclustered) {
    const given = givenAs(name);
    if (given === undefined) continue;
    const reason = "cannot be used in a cluster: the other nodes would not have that state";
    throw new UsageError(`${given}: ${reason}`);
  }
}
