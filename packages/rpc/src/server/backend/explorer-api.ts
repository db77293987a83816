/** Declares searches of the chain by account, as explorers need them. */
import type { Address, TxHash } from "@tandem/primitives";
import type { ShownReceipt } from "./chain-api.js";

/** A search in one direction from a height. */
export interface TransactionSearch {
  readonly address: Address;
  /** Heights, both included. */
  readonly from: number;
  readonly to: number;
  /** Starts at `to` and goes down. */
  readonly isBackward: boolean;
  /** The number of transactions after which no further block is taken. */
  readonly count: number;
}

export interface FoundTransaction extends ShownReceipt {
  /** Unix seconds of its block. */
  readonly timestamp: number;
}

export interface FoundTransactions {
  /** In the order of the chain, oldest first. */
  readonly transactions: readonly FoundTransaction[];
  /** Whether there is none beyond them in the direction of the search. */
  readonly isEnd: boolean;
}

export interface Creation {
  readonly transactionHash: TxHash;
  /** The account, or the contract with the CREATE, that executed the creation. */
  readonly creator: Address;
}

/** Finds transactions by the accounts that take part in them. */
export interface ExplorerApi {
  /**
   * Returns the transactions whose traces are from or to an account. A transaction whose traces were
   * too large to be stored is not found.
   */
  searchTransactions(search: TransactionSearch, signal: AbortSignal): Promise<FoundTransactions>;
  /** Returns the hash of a mined transaction by its sender and nonce. */
  transactionOf(sender: Address, nonce: bigint): Promise<TxHash | undefined>;
  /** Returns the creation of the code that an account has now. */
  creationOf(address: Address): Promise<Creation | undefined>;
}
