/** Declares what explorers need beyond other clients: searches by account, and the blocks of all branches. */
import type { AccountSearch, Address, BlockHash, Bytes, Header, TxHash } from "@tandem/primitives";
import type { ShownReceipt } from "./chain-api.js";

export interface FoundTransaction extends ShownReceipt {
  /** Unix seconds of its block. */
  readonly timestamp: number;
}

export interface FoundTransactions {
  /** In the order of the chain, oldest first. */
  readonly transactions: readonly FoundTransaction[];
  /** Is true if the search found all transactions in its direction. */
  readonly isEnd: boolean;
}

export interface Creation {
  readonly transactionHash: TxHash;
  /** The account, or the contract with the CREATE, that executed the creation. */
  readonly creator: Address;
}

/** A block of any branch. */
export interface BranchBlock {
  readonly hash: BlockHash;
  readonly header: Header;
  readonly isCanonical: boolean;
}

/** A contract of a compilation. */
export interface CompiledContract {
  readonly name: string;
  /** The name of the file of its source in the project. */
  readonly file: string;
  /** The ABI as the compiler wrote it; undefined if it is too large for an answer. */
  readonly abi: readonly unknown[] | undefined;
}

/** Finds transactions by the accounts that take part in them, and contracts by their code. */
export interface ExplorerApi {
  /**
   * Returns the transactions whose traces are from or to an account. A transaction whose traces were
   * too large to be stored is not found.
   */
  searchTransactions(search: AccountSearch, signal: AbortSignal): Promise<FoundTransactions>;
  /** Returns the hash of a mined transaction by its sender and nonce. */
  transactionOf(sender: Address, nonce: bigint): Promise<TxHash | undefined>;
  /** Returns the creation of the code that an account has now. */
  creationOf(address: Address, signal: AbortSignal): Promise<Creation | undefined>;
  /**
   * Returns the stored blocks of a range of heights, on all branches, in the order of their heights.
   * @throws {Fault} `limit-exceeded`
   */
  blocksAtHeights(from: number, to: number): Promise<readonly BranchBlock[]>;
  /**
   * Returns the compiled contract with a runtime code; undefined if there is none. Omitted if the node was given no
   * compilations.
   * @throws {Fault} `limit-exceeded` if too many requests wait for compilations.
   */
  readonly compiledContract?: ((code: Bytes) => Promise<CompiledContract | undefined>) | undefined;
}
