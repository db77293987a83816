/** The two built-in chains, and the two public ones whose real headers this code verifies. */
import { emptyBytes } from "../bytes.js";
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

/** Chain id 31, the default: blocks are found in a few hashes. */
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

/** Chain id 30 with the main network's pace: 14 seconds, 1/400. A chain of its own. */
export const mainSpec: ChainSpec = {
  ...testSpec,
  name: "main",
  chainId: 30,
  blockSeconds: 14,
  difficultyDivisor: 400n,
};
