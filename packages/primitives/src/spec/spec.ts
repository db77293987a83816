import type { GenesisAccount } from "../account.js";
import type { Address, Bytes } from "../brands.js";
import type { ForkHeights } from "./rules.js";

/** Everything nodes of one chain must agree on. */
export interface ChainSpec {
  readonly name: string;
  /** EIP-155 id, also the network id. */
  readonly chainId: number;
  readonly forks: ForkHeights;
  /** Seconds a block should take; the difficulty aims at it. */
  readonly blockSeconds: number;
  /** A block changes its parent's difficulty by 1/divisor. */
  readonly difficultyDivisor: bigint;
  readonly minimumDifficulty: bigint;
  readonly minimumGasLimit: bigint;
  /** Seconds a timestamp may be ahead of the clock; 0 turns the rule off. */
  readonly futureSecondsMax: number;
  /** Seconds the Bitcoin header's time may differ from the block's. */
  readonly bitcoinTimeSecondsMax: number;
  readonly genesis: GenesisSpec;
}

export interface GenesisSpec {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly difficulty: bigint;
  readonly gasLimit: bigint;
  readonly minimumGasPrice: bigint;
  readonly extraData: Bytes;
  readonly coinbase: Address;
  readonly accounts: readonly GenesisAccount[];
}
