/** Builds the child's chain spec and genesis from a scenario. */
import {
  type ChainSpec,
  emptyBloom,
  emptyBytes,
  emptyTrieRoot,
  type Header,
  mainSpec,
  unclesHash,
  unsealedProof,
} from "@tandem/primitives";
import type { ChildChain } from "../scenario/chains.js";
import { hashesPerSecond } from "../scenario/power.js";
import type { Scenario } from "../scenario/scenario.js";

/**
 * Computes the mean interval at which the difficulty is stable without uncles: as many intervals
 * are longer than the target as shorter.
 */
const restingSeconds = (blockSeconds: number) => blockSeconds / Math.LN2;

/** Returns the public network's rules with the scenario's block interval. */
export function childSpec(scenario: Scenario, child: ChildChain): ChainSpec {
  const interval = child.startIntervalSeconds ?? restingSeconds(child.blockSeconds);
  const merged = scenario.pools
    .filter(({ active }) => active.fromHours === 0)
    .reduce((sum, { share, mergeMining }) => sum + share * mergeMining, 0);
  // If no pool merge-mines at the start, the difficulty is computed for all hash power.
  const hashes = hashesPerSecond * (merged > 0 ? merged : 1) * interval;
  return {
    ...mainSpec,
    name: "simulated",
    blockSeconds: child.blockSeconds,
    difficultyDivisor: BigInt(child.difficultyDivisor),
    minimumDifficulty: 1n,
    genesis: { ...mainSpec.genesis, difficulty: BigInt(Math.round(hashes)) },
  };
}

export function genesisHeader({ genesis }: ChainSpec): Header {
  return {
    parentHash: new Uint8Array(32),
    unclesHash: unclesHash([]),
    coinbase: genesis.coinbase,
    stateRoot: emptyTrieRoot,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: emptyBloom,
    difficulty: genesis.difficulty,
    number: 0,
    gasLimit: genesis.gasLimit,
    gasUsed: 0n,
    timestamp: genesis.timestamp,
    extraData: genesis.extraData,
    paidFees: 0n,
    minimumGasPrice: genesis.minimumGasPrice,
    uncleCount: 0,
    ummRoot: emptyBytes,
    ...unsealedProof,
  };
}
