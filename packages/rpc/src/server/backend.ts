/**
 * What the RPC needs from a node. The node satisfies it (`apps/node`), tests satisfy it with a
 * fake, and so nothing in this package knows a chain, a database or a virtual machine.
 *
 * Absent means undefined, here as everywhere inside; the codecs turn it into null.
 */
import type {
  Address,
  Block,
  BlockHash,
  BlockRef,
  Bytes,
  HeadMoved,
  LocatedLog,
  LogFilter,
  Receipt,
  SignedTransaction,
  TxHash,
} from "@tandem/primitives";

/** A block as it is shown. A pending one has no hash and no seal yet. */
export interface ShownBlock extends Block {
  /** Undefined for the pending block. */
  readonly hash: BlockHash | undefined;
  readonly totalDifficulty: bigint;
  readonly hashForMergedMining: Bytes;
}

/** Where a transaction stands in the canonical chain, or in the block it was asked of. */
export interface Inclusion {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  readonly transactionIndex: number;
  /** The block's, to derive what a unit of gas cost. */
  readonly minimumGasPrice: bigint;
}

export interface ShownTransaction {
  readonly transaction: SignedTransaction;
  /** Undefined while pending. */
  readonly inclusion: Inclusion | undefined;
}

export interface ShownReceipt {
  readonly transaction: SignedTransaction;
  readonly inclusion: Inclusion;
  readonly receipt: Receipt;
  /** Logs of earlier transactions of the block; log indexes continue from it. */
  readonly logsBefore: number;
}

/** Accounts as they were after one block. Reading is synchronous. */
export interface StateReader {
  balanceOf(address: Address): bigint;
  /** Transactions sent from the address. */
  nonceOf(address: Address): bigint;
  codeOf(address: Address): Bytes;
  /** @param slot 32 bytes. @returns 32 bytes. */
  storageAt(address: Address, slot: Bytes): Bytes;
}

/** A call that is executed and forgotten. Wei and gas; absent fields take the node's defaults. */
export interface CallRequest {
  readonly from?: Address;
  /** Undefined: contract creation. */
  readonly to?: Address;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly value?: bigint;
  readonly data?: Bytes;
  readonly nonce?: bigint;
  readonly accessList?: readonly {
    readonly address: Address;
    readonly storageKeys: readonly Bytes[];
  }[];
  /** EIP-7702; `r` and `s` are the integers of the signature. */
  readonly authorizationList?: readonly {
    readonly chainId: bigint;
    readonly address: Address;
    readonly nonce: bigint;
    readonly yParity: number;
    readonly r: bigint;
    readonly s: bigint;
  }[];
}

/** What an account should look like for one call. `state` replaces storage, `stateDiff` adds to it. */
export interface AccountOverride {
  readonly balance?: bigint;
  readonly nonce?: bigint;
  readonly code?: Bytes;
  readonly state?: readonly (readonly [Bytes, Bytes])[];
  readonly stateDiff?: readonly (readonly [Bytes, Bytes])[];
}
export type StateOverrides = readonly (readonly [Address, AccountOverride])[];

/** Bounds as asked for; absent ones mean the latest block. */
export interface LogQuery {
  readonly filter: LogFilter;
  readonly range:
    | { readonly blockHash: BlockHash }
    | { readonly from: BlockRef; readonly to: BlockRef };
}

export interface Backend {
  readonly chainId: number;
  readonly clientVersion: string;
  readonly protocolVersion: number;

  headNumber(): number;
  /** Wei. */
  gasPrice(): bigint;
  /** Accounts after a block; undefined when there is no such block. */
  stateAt(ref: BlockRef): Promise<StateReader | undefined>;
  /**
   * Transactions sent from an account; for the pending block, those that wait in order counted too.
   * Undefined when there is no such block.
   */
  transactionCount(address: Address, ref: BlockRef): Promise<bigint | undefined>;
  block(ref: BlockRef): Promise<ShownBlock | undefined>;
  transaction(hash: TxHash): ShownTransaction | undefined;
  receipt(hash: TxHash): ShownReceipt | undefined;
  /**
   * Matching logs, oldest first, a list a block, as the chain is walked.
   * Yields nothing for a block hash that is not known.
   * @throws {Fault} `limit-exceeded` over the limits of specification section 8.
   */
  logs(query: LogQuery, signal: AbortSignal): AsyncIterable<readonly LocatedLog[]>;
  /**
   * Output of a call. Undefined when there is no such block.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  call(request: CallRequest, ref: BlockRef, overrides: StateOverrides): Promise<Bytes | undefined>;
  /**
   * Least gas the transaction succeeds with. Undefined when there is no such block.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  estimateGas(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
  ): Promise<bigint | undefined>;
  /** Takes a raw transaction into the pool. @throws {Fault} `transaction-refused`. */
  submit(raw: Bytes): Promise<TxHash>;
  /** Makes one block now, with or without transactions. */
  mine(): Promise<void>;
  /** Calls `listener` after every change of the head. @returns a function that stops it. */
  onHeadMoved(listener: (event: HeadMoved) => void): () => void;
  /** Calls `listener` for every transaction that enters the pool, also one that a reorg returned. */
  onPendingTransaction(listener: (transaction: SignedTransaction) => void): () => void;
}
