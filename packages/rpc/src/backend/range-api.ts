/** Declares reads of many accounts or slots, in the order of their hashes in the trie. */
import type { Address, BlockHash, BlockRef, Bytes, Hash32 } from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";

/** A slot of a storage. */
export interface RangedSlot {
  /** The keccak-256 hash of the slot, which is its key in the trie. */
  readonly hash: Hash32;
  /** The slot, 32 bytes; undefined if the database does not know it. */
  readonly slot: Bytes | undefined;
  /** Without leading zeros. */
  readonly value: Bytes;
}

export interface StorageRangeRequest {
  readonly block: BlockHash;
  /** The index of the transaction before which the storage is read. */
  readonly index: number;
  readonly address: Address;
  /** The first hash. Fewer than 32 bytes mean the first hash that begins with them. */
  readonly from: Bytes;
  readonly count: number;
}

/** One piece of a range. */
export interface RangePiece<T> {
  readonly items: readonly T[];
  /** The hash at which the next piece begins; undefined if there is none. */
  readonly next: Hash32 | undefined;
}

export interface RangedAccount {
  /** The keccak-256 hash of the address. */
  readonly hash: Hash32;
  /** Is undefined if the database does not know it. */
  readonly address: Address | undefined;
  readonly nonce: bigint;
  /** Wei. */
  readonly balance: bigint;
  readonly storageRoot: Hash32;
  readonly codeHash: Hash32;
  code(): Bytes;
  slots(): Iterable<RangedSlot>;
}

/** The accounts of a state in pieces. */
export interface AccountPiece extends RangePiece<RangedAccount> {
  readonly stateRoot: Hash32;
}

/** Reads ranges of a state. */
export interface RangeApi {
  /**
   * Returns slots of a contract as they were before a transaction of a block, or undefined if there is no such block
   * or transaction.
   * @throws {Fault} `limit-exceeded` if the transactions before it take too long; `execution-failed` on a fork, for a
   * contract of the forked chain.
   * @throws an AbortError once it is cancelled.
   */
  storageRange(
    request: StorageRangeRequest,
    cancellation: Cancellation,
  ): Promise<RangePiece<RangedSlot> | undefined>;
  /**
   * Returns accounts of the state after a block, or undefined if there is no such block.
   * @throws {Fault} `execution-failed` on a fork.
   */
  accountRange(ref: BlockRef, from: Bytes, count: number): Promise<AccountPiece | undefined>;
}
