/** Declares the controls of a development chain: time, mining and history. */
import type { Address, BlockHash, Bytes, TxHash } from "../bytes/brands.js";

/** A request to mine blocks now. */
export interface MineRequest {
  /** The number of blocks. */
  readonly count: number;
  /** Unix seconds of the first block; the chain's clock decides if it is omitted. */
  readonly timestamp?: number | undefined;
  /** Seconds between a block and the next; the chain's clock decides if it is omitted. */
  readonly intervalSeconds?: number | undefined;
  /** Seconds by which the clock is advanced for the first block, unless a time was requested for it. */
  readonly leadSeconds?: number | undefined;
}

/** The mining mode. */
export interface MiningTimes {
  /** Mines a block as soon as a transaction is executable. */
  readonly isAutomine: boolean;
  /** Milliseconds between blocks, at most where they are drawn; undefined turns interval mining off. */
  readonly intervalMs: number | undefined;
  /** The fewest milliseconds between blocks, if each interval is drawn at random; undefined if all are equal. */
  readonly intervalMsMin?: number | undefined;
}

/** Picks the mining mode from settings that have more. */
export const miningTimesOf = ({
  isAutomine,
  intervalMs,
  intervalMsMin,
}: MiningTimes): Required<MiningTimes> => ({ isAutomine, intervalMs, intervalMsMin });

/** The mining mode, and the one to which a client that has stopped mining returns. */
export interface MiningMode extends MiningTimes {
  /** The mode before mining was stopped; undefined unless it is stopped. */
  readonly stopped?: MiningTimes | undefined;
}

/**
 * The targets of the miner from the next block on. A block moves toward them as far as the rules
 * allow.
 */
export interface MinerTargets {
  readonly gasLimitTarget: bigint;
  /** Wei. */
  readonly minimumGasPriceTarget: bigint;
  /** The address that receives the fees. */
  readonly coinbase: Address;
}

/** A transaction of a block that a reorg creates. */
export interface PlacedTransaction {
  readonly raw: Bytes;
  /** The index of the block, from 0 for the first new one. */
  readonly at: number;
}

/**
 * Controls of a development chain. Methods throw {Fault} `bad-request` for a time that a block cannot
 * have.
 */
export interface Controls {
  /**
   * Mines blocks, with or without transactions.
   * @returns the hash of the last block, or of the block to build on if none was requested.
   * @throws {Fault} `bad-request`, `limit-exceeded`
   */
  mine(request: MineRequest): Promise<BlockHash>;
  /** Returns the total offset of the chain's clock, in seconds. */
  increaseTime(seconds: number): Promise<number>;
  /**
   * Sets the chain's clock.
   * @param unixMs the new time.
   * @returns the change in seconds.
   */
  setTime(unixMs: number): Promise<number>;
  /** Sets the timestamp of the next block, in Unix seconds. */
  setNextTimestamp(timestamp: number): Promise<void>;
  /**
   * Sets the seconds between blocks; undefined follows the clock.
   * @returns whether an interval was set before.
   */
  setTimestampInterval(seconds: number | undefined): Promise<boolean>;
  /** Returns the seconds between a block and its parent; undefined if the clock decides. */
  timestampInterval(): number | undefined;
  mining(): MiningMode;
  /**
   * Changes the mining mode, which is then not stopped unless the change says so. If automine is turned on,
   * resolves when no executable transaction is left.
   * @param options.isLater leaves pending transactions to the next new one.
   */
  setMining(change: Partial<MiningMode>, options?: { readonly isLater?: boolean }): Promise<void>;
  /** Returns the targets for the next block. */
  targets(): MinerTargets;
  setTargets(change: Partial<MinerTargets>): Promise<void>;
  /** Sets the minimum gas price of the next block, in wei, however far it is from its parent's. */
  setNextMinimumGasPrice(price: bigint): Promise<void>;
  /**
   * Sets the gas limit of all blocks from the next on, however far it is from the head's. In a cluster
   * blocks move towards it by steps.
   */
  setGasLimit(gasLimit: bigint): Promise<void>;
  /** Sets the result of opcode 0x44 in the next block, in place of the difficulty. */
  setNextPrevRandao(value: bigint): Promise<void>;
  /** Removes a transaction from the pool, also one that a reorg is returning. Returns whether the pool had it. */
  drop(hash: TxHash): Promise<boolean>;
  /** Removes all transactions, or all of one sender. */
  dropAll(sender: Address | undefined): Promise<void>;
  /** Returns the snapshots that can be reverted to, each with the hash of its head. */
  snapshots(): readonly { readonly number: number; readonly head: BlockHash }[];
  /**
   * Takes a snapshot and returns its number.
   * @throws {Fault} `limit-exceeded`
   */
  snapshot(): Promise<number>;
  /**
   * Reverts to a snapshot, and removes it and all later ones. Returns false for an unknown number.
   * @param options.keepsMining leaves the mining mode as it is.
   */
  revert(number: number, options?: { readonly keepsMining?: boolean }): Promise<boolean>;
  /**
   * Resets the chain to genesis and the settings to those of the start, with an empty pool and without
   * snapshots or edits.
   */
  reset(): Promise<void>;
  /**
   * Removes the last `depth` blocks; their transactions return to the pool.
   * @param options.isDropping drops these transactions instead.
   * @throws {Fault} `bad-request` below genesis.
   */
  rollback(depth: number, options?: { readonly isDropping?: boolean }): Promise<void>;
  /**
   * Replaces the last `depth` blocks by as many others, with these transactions and no others. The
   * transactions of the old blocks return to the pool.
   * @param options.isDropping drops these transactions instead.
   * @throws {Fault} `bad-request`
   */
  reorg(
    depth: number,
    placed: readonly PlacedTransaction[],
    options?: { readonly isDropping?: boolean },
  ): Promise<void>;
}
