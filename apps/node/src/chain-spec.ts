/** Loads the chain specification that the settings select. */
import { createHash } from "node:crypto";
import { didYouMean, ownValue, UsageError, unreadable } from "@tandem/cli";
import {
  type ChainSpec,
  Fault,
  forksUntil,
  genesisGasLimitProblem,
  mainSpec,
  type OpenMember,
  readSpec,
  type SpecFile,
  testSpec,
} from "@tandem/primitives";
import { readTextSync } from "@tandem/runtime/files";
import type { DevelopmentAccount } from "./accounts/accounts.js";
import type { Config } from "./config/settings.js";
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
 * @throws {UsageError} if the file cannot be read or is invalid, or a setting is invalid on the chain.
 */
export function chainSpecOf(
  config: Config,
  accounts: readonly DevelopmentAccount[],
  now: number,
): ChainSpec {
  const { spec, open } = specFileOf(config);
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
            accounts: [
              ...accounts.map(({ address }) => ({ address, balance })),
              ...(config["create2-deployer"] ? [create2Deployer] : []),
            ],
          }
        : {}),
    },
  };
  const problem = genesisGasLimitProblem(chosen);
  if (problem === undefined) return chosen;
  if (open.has("gasLimit")) throw new UsageError(`--gas-limit: ${problem}`);
  throw new UsageError(`--chain: ${config.chain}: the gas limit of genesis: ${problem}`);
}

/**
 * Returns a chain by its built-in name, or from its file.
 * @throws as `chainSpecOf`.
 */
export const namedSpec = (chain: string): ChainSpec => specFileOf({ chain, init: undefined }).spec;

/**
 * Returns a chain with its open members.
 * @throws as `chainSpecOf`.
 */
export function specFileOf({ chain, init }: Pick<Config, "chain" | "init">): SpecFile {
  const spec = ownValue(builtIn, chain);
  if (spec !== undefined) return { spec, open: allOpen };
  return readSpecFile(chain, init === undefined ? "--chain" : "--init");
}

const isMissing = (cause: unknown) =>
  cause instanceof Error && "code" in cause && cause.code === "ENOENT";

function readSpecFile(fileName: string, flag: string): SpecFile {
  let text: string;
  try {
    text = readTextSync(fileName, chainFileBytesMax);
  } catch (cause) {
    if (!isMissing(cause)) {
      throw new UsageError(`${flag}: ${unreadable(fileName, cause)}`, { cause });
    }
    const hint = didYouMean(fileName, Object.keys(builtIn));
    throw new UsageError(
      `${flag}: expected test, main or a readable file, got ${fileName}${hint}`,
      { cause },
    );
  }
  const digest = createHash("sha256").update(text).digest("hex");
  if (lastParsed?.digest !== digest) {
    lastParsed = { digest, file: parseSpecFile(text, `${flag}: ${fileName}`) };
  }
  return lastParsed.file;
}

/**
 * The file that was parsed last. A start and each reset read the file several times, and to parse a hundred thousand
 * accounts takes seconds.
 */
let lastParsed: { readonly digest: string; readonly file: SpecFile } | undefined;

function parseSpecFile(text: string, place: string): SpecFile {
  const json = parseJson(text, place);
  try {
    return readSpec(json);
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    throw new UsageError(`${place} is no chain file: ${cause.message}`, { cause });
  }
}
