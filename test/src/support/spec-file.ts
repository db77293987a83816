/** Writes chain spec files for tests with their own pace, difficulty or bounds. */

import type { Pace } from "./chain-checks/header-rules.js";
import { developmentAccounts } from "./development.js";

export interface SpecBounds {
  /** The maximum difference in seconds between Bitcoin's time and a block's. */
  readonly bitcoinTimeSecondsMax?: number;
  readonly difficulty?: number;
}

/**
 * Returns a spec with every fork from genesis on, chain id 4242, and the development accounts with
 * a coin each.
 */
export function specOf(pace: Pace, bounds: SpecBounds = {}): object {
  const { bitcoinTimeSecondsMax = 300, difficulty = 4000 } = bounds;
  const forks = ["orchid", "wasabi", "papyrus", "iris", "london", "shanghai", "cancun", "prague"];
  return {
    name: "paced",
    chainId: 4242,
    forks: Object.fromEntries(forks.map((fork) => [fork, 0])),
    blockSeconds: pace.blockSeconds,
    difficultyDivisor: String(pace.difficultyDivisor),
    minimumDifficulty: String(pace.minimumDifficulty),
    minimumGasLimit: 3_000_000,
    futureSecondsMax: 0,
    bitcoinTimeSecondsMax,
    genesis: {
      timestamp: 1_700_000_000,
      difficulty,
      gasLimit: 30_000_000,
      minimumGasPrice: 60_000_000,
      alloc: Object.fromEntries(
        developmentAccounts.map(({ address }) => [address, { balance: `${10n ** 18n}` }]),
      ),
    },
  };
}
