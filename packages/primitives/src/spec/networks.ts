/** The specs of the two built-in chains, and of the two public ones whose headers are verified. */
import { emptyBytes } from "../bytes/bytes.js";
import type { ForkHeights } from "./rules.js";
import type { ChainSpec, GenesisSpec } from "./spec.js";

const allFromGenesis: ForkHeights = {
  orchid: 0,
  wasabi: 0,
  papyrus: 0,
  iris: 0,
  london: 0,
  shanghai: 0,
  cancun: 0,
  prague: 0,
  osaka: 0,
};

const genesis: GenesisSpec = {
  timestamp: 1_700_000_000,
  difficulty: 1n,
  gasLimit: 30_000_000n,
  minimumGasPrice: 60_000_000n,
  extraData: emptyBytes,
  coinbase: new Uint8Array(20),
  accounts: [],
};

/** The default chain, with chain id 31: blocks are found in a few hashes. */
export const testSpec: ChainSpec = {
  name: "test",
  chainId: 31,
  forks: allFromGenesis,
  blockSeconds: 10,
  difficultyDivisor: 2048n,
  minimumDifficulty: 1n,
  minimumGasLimit: 3_000_000n,
  futureSecondsMax: 0,
  bitcoinTimeSecondsMax: 300,
  genesis,
};

/**
 * A chain with chain id 30 and the parameters of the main network: 14 seconds, 1/400. It is a
 * separate chain.
 */
export const mainSpec: ChainSpec = {
  ...testSpec,
  name: "main",
  chainId: 30,
  blockSeconds: 14,
  difficultyDivisor: 400n,
};

/**
 * Returns the specs that earlier versions of this node used in place of a built-in chain, or one
 * derived from it, newest first. An existing database keeps the rules it was created with.
 */
export function formerSpecs(spec: ChainSpec): readonly ChainSpec[] {
  const { osaka: _osaka, ...beforeOsaka } = spec.forks;
  return [{ ...spec, forks: beforeOsaka }];
}

/** Blocks of public networks are not executed here, but looking up rules requires one EVM fork. */
const verifiedOnly = { london: 0 } as const;

/**
 * Rootstock's main network, only for verifying headers: its state and its receipts come from an EVM
 * and a trie of its own. Heights are those of its network upgrades.
 */
export const rootstockMainnetSpec: ChainSpec = {
  ...mainSpec,
  name: "rootstock-mainnet",
  chainId: 30,
  forks: {
    ...verifiedOnly,
    orchid: 729_000,
    wasabi: 1_591_000,
    papyrus: 2_392_700,
    iris: 3_614_800,
  },
  minimumDifficulty: 7_000_000_000_000_000n,
  futureSecondsMax: 60,
};

/**
 * Rootstock's test network, only for verifying headers. Its difficulty also falls to a minimum
 * after ten minutes without a block, which no rule here implements, so difficulty is not checked on
 * it.
 */
export const rootstockTestnetSpec: ChainSpec = {
  ...mainSpec,
  name: "rootstock-testnet",
  chainId: 31,
  forks: {
    ...verifiedOnly,
    orchid: 0,
    wasabi: 0,
    papyrus: 863_000,
    iris: 2_060_500,
    reed: 7_139_600,
  },
  minimumDifficulty: 131_072n,
  futureSecondsMax: 540,
  bitcoinTimeSecondsMax: 7_200,
};
