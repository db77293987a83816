import type { GenesisAccount } from "../account.js";
import type { Address, BlockHash, Bytes } from "../bytes/brands.js";
import type { ForkHeights } from "./rules.js";

/** The consensus parameters that all nodes of a chain must share. */
export interface ChainSpec {
  readonly name: string;
  /** EIP-155 id, also the network id. */
  readonly chainId: number;
  readonly forks: ForkHeights;
  /** Target seconds between blocks for the difficulty. */
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
   * The maximum bytes of a contract's code, and half of the maximum of its init code; Ethereum's
   * 24,576 if undefined (EIP-170, EIP-3860).
   */
  readonly codeSizeLimit?: number;
  /**
   * The maximum gas limit of a transaction (EIP-7825); only the block's limit applies if undefined.
   */
  readonly transactionGasLimitCap?: bigint;
  /** The maximum bytes of a block's RLP (EIP-7934); unlimited if undefined. */
  readonly blockSizeLimit?: number;
  /** Is false if blocks may not contain transactions of impersonated senders, which need no key. The main network never does. */
  readonly impersonation?: false;
  readonly genesis: GenesisSpec;
}

/** A block of another chain on which a forked chain begins. */
export interface ForkedBlock {
  readonly number: number;
  readonly hash: BlockHash;
  readonly parentHash: BlockHash;
}

/** Returns the height of a chain's first block. */
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
  /** The block of another chain that the first block of a fork represents. */
  readonly forkedFrom?: ForkedBlock;
}
