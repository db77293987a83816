/** Declares what connections to other nodes need of this node's chain. */
import type { BlockHash } from "@tandem/primitives";
import type { Best } from "./messages/message.js";
import type { ChainIdentity } from "./messages/status.js";

/** A header's place on its branch. */
export interface HeaderLink {
  readonly hash: BlockHash;
  readonly parentHash: BlockHash;
  readonly number: number;
}

/** Tells what became of a block of another node. */
export type Reception =
  /** It is valid, and was stored now. */
  | "new"
  /** It was stored before. */
  | "known"
  | "no-parent"
  /** Its time, or that of an uncle, is too far in the future, by this node's clock. */
  | "early"
  | { readonly invalid: string };

export interface PeerChain extends ChainIdentity {
  best(): Best;
  /** Returns the hash of the canonical block at a height. */
  hashAt(height: number): BlockHash | undefined;
  /** Returns whether a block is stored, on any branch. */
  has(hash: BlockHash): boolean;
  /** Returns the RLP of a stored block. */
  block(hash: BlockHash): Uint8Array | undefined;
  /** Returns the RLP of a stored block's header, and of its ancestors: at most `count`. */
  headers(hash: BlockHash, count: number): Promise<Uint8Array[]>;
  /**
   * Reads a header, and checks the rules that need no other, its proof of work among them, and those that need the
   * parent if that is stored.
   * @returns a text if it is invalid.
   */
  checkHeader(encoded: Uint8Array): HeaderLink | string;
  /** Returns whether a block was of the future a short time ago, by this node's clock: it is not received yet. */
  isEarly(hash: BlockHash): boolean;
  /** Begins to decode a block that is imported next, while another one is. Its errors are those of `receive`. */
  prepare(encoded: Uint8Array): void;
  /** Imports a block. @param hash of its header, which was checked. @throws if this node cannot store it. */
  receive(encoded: Uint8Array, hash: BlockHash): Promise<Reception>;
  /** Adds transactions of a peer to the pool. @returns how many were refused. Those that are known are not. */
  submit(transactions: readonly PendingTransaction[], peerId: string): Promise<number>;
  /** Returns the waiting transactions. */
  pending(): readonly PendingTransaction[];
  /** Tells that blocks up to this height are coming. None is if this node's head is that high. */
  expect(height: number): void;
}

export interface PendingTransaction {
  readonly hash: Uint8Array;
  readonly raw: Uint8Array;
}
