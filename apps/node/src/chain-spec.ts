/** Loads the chain specification that the settings select. */
import { didYouMean, ownValue, UsageError, unreadable } from "@tandem/cli";
import {
  type ChainSpec,
  Fault,
  forksUntil,
  type GenesisAccount,
  genesisGasLimitProblem,
  mainSpec,
  type OpenMember,
  readSpec,
  type SpecFile,
  testSpec,
  toHex,
} from "@tandem/primitives";
import { readTextSync } from "@tandem/runtime/files";
import type { DevelopmentAccount } from "./accounts/accounts.js";
import type { ResolvedSettings } from "./config/resolved-settings.js";
import type { Config, SettingName } from "./config/settings.js";
import { create2Deployer } from "./create2-deployer.js";
import { chainFileBytesMax } from "./files/limits.js";
import { parseJson } from "./files/read-json.js";

const weiPerCoin = 10n ** 18n;

const builtIn: Readonly<Record<string, ChainSpec>> = { test: testSpec, main: mainSpec };

export const isBuiltIn = (chain: string): boolean => Object.hasOwn(builtIn, chain);

/** All members of a built-in chain that settings may set. */
const allOpen: ReadonlySet<OpenMember> = new Set([
  "gasLimit",
  "minimumGasPrice",
  "accounts",
  "codeSizeLimit",
]);

/**
 * Returns the chain with the values of the settings for its open members: in a built-in chain all
 * of them, in a file those that it omits.
 * @param accounts the accounts with a balance at genesis, unless the chain defines them.
 * @param now Unix seconds, the time of a new genesis.
 * @throws {UsageError} if a setting is invalid on the chain.
 */
export function chainSpecOf(
  { config, chainFile: { spec, open }, spell }: ResolvedSettings,
  accounts: readonly DevelopmentAccount[],
  now: number,
): ChainSpec {
  const balance = config.balance * weiPerCoin;
  const codeSizeLimit = config["code-size-limit"];
  const isTest = config.chain === testSpec.name;
  const chainId = isTest ? config["chain-id"] : undefined;
  const hardfork = isTest ? config.hardfork : undefined;
  const { timestamp } = config;
  const isTimeOurs = isBuiltIn(config.chain) && timestamp !== undefined;
  const chosen: ChainSpec = {
    ...spec,
    ...(chainId === undefined ? {} : { chainId }),
    ...(hardfork === undefined ? {} : { forks: forksUntil(spec.forks, hardfork) }),
    ...(open.has("codeSizeLimit") && codeSizeLimit !== undefined ? { codeSizeLimit } : {}),
    genesis: {
      ...spec.genesis,
      ...(isTimeOurs ? { timestamp: timestamp === "now" ? now : timestamp } : {}),
      ...(open.has("gasLimit") ? { gasLimit: config["gas-limit"] } : {}),
      ...(open.has("minimumGasPrice") ? { minimumGasPrice: config["minimum-gas-price"] } : {}),
      ...(open.has("accounts")
        ? {
            accounts: withOthers(spec.genesis.accounts, [
              ...accounts.map(({ address }) => ({ address, balance })),
              ...(config["create2-deployer"] ? [create2Deployer] : []),
            ]),
          }
        : {}),
    },
  };
  const problem = genesisGasLimitProblem(chosen);
  if (problem === undefined) return chosen;
  if (open.has("gasLimit")) throw new UsageError(`${spell("gas-limit")}: ${problem}`);
  const place = `${spell(chainSetting(config))}: ${config.chain}`;
  throw new UsageError(`${place}: the gas limit of genesis: ${problem}`);
}

/** Returns accounts of a chain, and of the others those that it does not define. */
function withOthers(
  own: readonly GenesisAccount[],
  others: readonly GenesisAccount[],
): readonly GenesisAccount[] {
  const defined = new Set(own.map(({ address }) => toHex(address)));
  return [...own, ...others.filter(({ address }) => !defined.has(toHex(address)))];
}

/** Returns the name of the setting that names the chain. */
export const chainSetting = ({ init }: Pick<Config, "init">): SettingName =>
  init === undefined ? "chain" : "init";

/**
 * Returns a chain with its open members, by its built-in name or from its file.
 * @param place the name of the setting, for errors.
 * @throws {UsageError} if the file cannot be read or is invalid.
 */
export function readChain(chain: string, place: string): SpecFile {
  const spec = ownValue(builtIn, chain);
  return spec === undefined ? readSpecFile(chain, place) : { spec, open: allOpen };
}

const isMissing = (cause: unknown) =>
  cause instanceof Error && "code" in cause && cause.code === "ENOENT";

function readSpecFile(fileName: string, place: string): SpecFile {
  let text: string;
  try {
    text = readTextSync(fileName, chainFileBytesMax);
  } catch (cause) {
    if (!isMissing(cause)) {
      throw new UsageError(`${place}: ${unreadable(fileName, cause)}`, { cause });
    }
    const hint = didYouMean(fileName, Object.keys(builtIn));
    throw new UsageError(
      `${place}: expected test, main or a readable file, got ${fileName}${hint}`,
      { cause },
    );
  }
  return parseSpecFile(text, `${place}: ${fileName}`);
}

function parseSpecFile(text: string, place: string): SpecFile {
  const json = parseJson(text, place);
  try {
    return readSpec(json);
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    throw new UsageError(`${place} is no chain file: ${cause.message}`, { cause });
  }
}
