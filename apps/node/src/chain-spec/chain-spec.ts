/** Completes the specification of the chain that the settings name with their values. */
import { UsageError } from "@tandem/cli";
import {
  type ChainSpec,
  forksUntil,
  type GenesisAccount,
  genesisGasLimitProblem,
  testSpec,
  toHex,
} from "@tandem/primitives";
import type { DevelopmentAccount } from "../accounts/accounts.js";
import { isBuiltIn } from "../config/chain-file.js";
import { chainSetting } from "../config/init.js";
import type { ResolvedSettings } from "../config/resolved-settings.js";
import { create2Deployer } from "./create2-deployer.js";

const weiPerCoin = 10n ** 18n;

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
