/** The part of the port that only a development chain's owner uses: time, mining, history. */
import type { Address, BlockHash, Bytes, TxHash } from "@tandem/primitives";

/** Blocks to be made now. */
export interface MineRequest {
  /** Blocks. */
  readonly count: number;
  /** Unix seconds of the first; the clock says when it is left out. */
  readonly timestamp?: number | undefined;
  /** Seconds each of the others is after the one before; the clock says when it is left out. */
  readonly intervalSeconds?: number | undefined;
}

/** When blocks are made. */
export interface MiningTimes {
  /** As soon as a transaction can run. */
  readonly isAutomine: boolean;
  /** Every so many milliseconds; undefined: not on time. */
  readonly intervalMs: number | undefined;
}

/** Where the miner goes from the next block on, as far as the rules let one block go. */
export interface MinerTargets {
  readonly gasLimitTarget: bigint;
  /** Wei. */
  readonly minimumGasPriceTarget: bigint;
  /** Who is paid the fees. */
  readonly coinbase: Address;
}

/** Times are {Fault} `bad-request` where a block cannot have them. */
export interface Controls {
  /** With or without transactions. @throws {Fault} `bad-request`, `limit-exceeded` */
  mine(wish: MineRequest): Promise<void>;
  /** @returns seconds the chain's clock is ahead in all. */
  increaseTime(seconds: number): Promise<number>;
  /** @param unixMs what the chain's clock is to read. @returns seconds it was turned by. */
  setTime(unixMs: number): Promise<number>;
  /** @param timestamp Unix seconds of the next block. */
  setNextTimestamp(timestamp: number): Promise<void>;
  /** @param seconds between blocks; undefined: as the clock says. @returns whether there were such. */
  setTimestampInterval(seconds: number | undefined): Promise<boolean>;
  /** Seconds each block is after its parent, whatever the clock says; undefined: the clock decides. */
  timestampInterval(): number | undefined;
  mining(): MiningTimes;
  /** Resolves, where automining begins, when nothing is left that can go into a block. */
  setMining(change: Partial<MiningTimes>): Promise<void>;
  /** Returns what the next block is made with. */
  targets(): MinerTargets;
  setTargets(change: Partial<MinerTargets>): Promise<void>;
  /** Takes a transaction out of the pool. @returns whether it was there. */
  drop(hash: TxHash): boolean;
  /** Takes out all, or all of one sender. */
  dropAll(sender: Address | undefined): void;
  /** Those that can be gone back to, each with the hash of its block. */
  snapshots(): readonly { readonly number: number; readonly head: BlockHash }[];
  /** @returns the snapshot's number. @throws {Fault} `limit-exceeded` */
  snapshot(): Promise<number>;
  /** @returns false for a number nobody has. */
  revert(number: number): Promise<boolean>;
  /** To genesis, everything as the node was started. */
  reset(): Promise<void>;
  /** Takes blocks off. @throws {Fault} `bad-request` below genesis. */
  rollback(depth: number): Promise<void>;
  /**
   * Puts other blocks in the place of the last ones; `at` counts them from 0.
   * @throws {Fault} `bad-request`
   */
  reorg(
    depth: number,
    placed: readonly { readonly raw: Bytes; readonly at: number }[],
  ): Promise<void>;
}
