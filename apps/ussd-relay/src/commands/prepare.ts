/**
 * Implements `tandem-relay prepare FILE`: creates everything that a trial on a development chain
 * needs, and its settings.
 */
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { UsageError } from "@tandem/cli";
import { bytesToHex, type Hex } from "viem";
import type { ResolvedConfig } from "../config/config.js";
import { declarationOf, environmentName, type SettingName } from "../config/settings.js";
import { firstOf, prepareDemonstration } from "../demonstration/prepare.js";
import { connectDeployer } from "../deploy.js";
import { prepareExtended } from "../extended/prepare.js";
import { assertCreatable, createSecretFile } from "../secret-file.js";
import type { Found } from "./found.js";

/** The words of the accounts that every development node funds at its start. */
export const developmentMnemonic = "test test test test test test test test test test test junk";

const keyBytes = 32;

type Settings = Readonly<Partial<Record<SettingName, string>>>;

export interface TrialOptions {
  readonly mode: "demonstration" | "extended";
  readonly nodeUrl: string;
  /** The file of settings, which must not exist. */
  readonly file: string;
  /** The file of the keystore, which must not exist (extended). */
  readonly keystore: string;
  /** The address of an existing contract (demonstration). */
  readonly contract?: Hex | undefined;
  readonly derivationPath: string;
  /** Further settings for the file. */
  readonly further?: Settings;
}

/**
 * Deploys the contracts on a development chain, funds the pool and the wallet or the first users, and writes the
 * settings of the relay as an environment file that only its owner can read.
 * @returns the settings.
 * @throws {NotDeployed}
 * @throws {UsageError} and {UnwrittenFile} as `createSecretFile`.
 */
export async function prepareTrial(options: TrialOptions): Promise<Settings> {
  const { mode, keystore, file } = options;
  assertCreatable(file);
  if (mode === "demonstration") return writeSettings(options, await demonstrationSettings(options));
  if (existsSync(keystore)) throw new UsageError(`${keystore} exists already`);
  try {
    return await writeSettings(options, await extendedSettings(options));
  } catch (error) {
    // Its passphrase is in no file, so it cannot be used, and it would make another attempt fail.
    rmSync(keystore, { force: true });
    throw error;
  }
}

async function writeSettings(options: TrialOptions, made: Settings): Promise<Settings> {
  const { file, nodeUrl, further } = options;
  const { chainId } = await connectDeployer(nodeUrl, firstOf(developmentMnemonic));
  const settings: Settings = { ...made, "chain-id": String(chainId), ...further };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${environmentName(name as SettingName)}=${value}`,
  );
  createSecretFile(file, `${lines.join("\n")}\n`);
  return settings;
}

async function extendedSettings({ nodeUrl, keystore, derivationPath }: TrialOptions) {
  const mnemonic = developmentMnemonic;
  const made = await prepareExtended({ nodeUrl, mnemonic, keystore, derivationPath });
  return { ...made, "derivation-path": derivationPath, "country-code": "254" };
}

async function demonstrationSettings({ nodeUrl, contract }: TrialOptions) {
  const relayerKey = bytesToHex(randomBytes(keyBytes));
  const mnemonic = developmentMnemonic;
  const address = await prepareDemonstration({ nodeUrl, mnemonic, relayerKey, contract });
  return { "private-key": relayerKey, contract: address };
}

/** Runs `tandem-relay prepare FILE`. @returns the settings that are not secret. */
export async function runPrepare(file: string, { value }: ResolvedConfig): Promise<Found> {
  const [mode, nodeUrl] = [value("mode"), value("node-url")];
  const derivationPath = value("derivation-path");
  const keystore = `${file}.keystore.json`;
  // The path of an address may be a key, which must not be on the page.
  const explorer = new URL(nodeUrl).pathname === "/" ? { "explorer-url": nodeUrl } : {};
  const further = { "node-url": nodeUrl, phone: "true", ...explorer };
  const made = await prepareTrial({ mode, nodeUrl, file, keystore, derivationPath, further });
  const shown = Object.entries(made).filter(
    ([name]) => !declarationOf(name as SettingName).isSecret,
  );
  return {
    facts: { file, settings: Object.fromEntries(shown) },
    text: `${file} has the settings: start the relay with --env-file ${file}`,
  };
}
