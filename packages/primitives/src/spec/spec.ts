import type { GenesisAccount } from "../account.js";
import type { Address, BlockHash, Bytes } from "../bytes/brands.js";
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
  /**
   * The most bytes a contract may have, and half of what its init code may; Ethereum's 24,576
   * where it is absent (EIP-170, EIP-3860).
   */
  readonly codeSizeLimit?: number;
  /** The most gas one transaction may ask for (EIP-7825); only the block's own limit where it is absent. */
  readonly transactionGasLimitCap?: bigint;
  /** The most bytes of RLP a block may have (EIP-7934); no bound where it is absent. */
  readonly blockSizeLimit?: number;
  readonly genesis: GenesisSpec;
}

/** A block of another chain that ours goes on from. */
export interface ForkedBlock {
  readonly number: number;
  readonly hash: BlockHash;
  readonly parentHash: BlockHash;
}

/** Returns height a chain begins at. */
export const firstHeight = ({ genesis }: ChainSpec): number => genesis.forkedFrom?.number ?? 0;

export interface GenesisSpec {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly difficulty: bigint;
  readonly gasLimit: bigint;
  readonly minimumGasPrice: bigint;
  readonly extraData: Bytes;
  readonly coinbase: Address;
  readonly accounts: readonly GenesisAccount[];
  /** Of a chain that forks another: the block of that chain which block 0 stands in for. */
  readonly forkedFrom?: ForkedBlock;
}
