/** Declares reads of the accounts after a block, and calls on them. */
import type {
  AccessListResult,
  AccountProof,
  Address,
  BlockHash,
  BlockOverrides,
  BlockRef,
  Bytes,
  CallRequest,
  SimulatedCall,
  SimulationRequest,
  StateOverrides,
  StateReader,
} from "@tandem/primitives";
import type { Cancellation } from "@tandem/runtime";
import type { ShownBlock } from "./chain-api.js";

/** A simulated block. Its hash is that of a header without a proof of work. */
export interface SimulatedBlock {
  readonly block: ShownBlock & { readonly hash: BlockHash };
  /** The outcomes of the calls, one for each transaction of the block. */
  readonly calls: readonly SimulatedCall[];
}

/**
 * Reads accounts, and executes calls without a block. What is cancelled ends with an AbortError.
 */
export interface StateApi {
  /**
   * Returns the accounts after a block, synchronously if the state is available, or undefined if
   * there is no such block.
   */
  stateAt(ref: BlockRef): Promise<StateReader | undefined> | StateReader | undefined;
  /**
   * Returns the number of transactions sent from an account. For the pending block it includes the
   * executable transactions of the pool. Returns undefined if there is no such block.
   */
  transactionCount(address: Address, ref: BlockRef): Promise<bigint | undefined>;
  /**
   * Returns the proof of an account and its slots, or undefined if there is no such block.
   * @param slots 32 bytes each.
   */
  proof(
    address: Address,
    slots: readonly Bytes[],
    ref: BlockRef,
    cancellation: Cancellation,
  ): Promise<AccountProof | undefined>;
  /**
   * Returns the output of a call, synchronously if it needs no pause; undefined if there is no such
   * block.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  call(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
    blockOverrides: BlockOverrides | undefined,
    cancellation: Cancellation,
  ): Promise<Bytes | undefined> | Bytes | undefined;
  /**
   * Returns the least gas with which the transaction succeeds, or undefined if there is no such block.
   * @param ref undefined for the newest state, in the block that would follow it.
   * @throws {Fault} `reverted` or `execution-failed`.
   */
  estimateGas(
    request: CallRequest,
    ref: BlockRef | undefined,
    overrides: StateOverrides,
    blockOverrides: BlockOverrides | undefined,
    cancellation: Cancellation,
  ): Promise<bigint | undefined>;
  /**
   * Returns the access list of a call, or undefined if there is no such block.
   * @throws {Fault} `execution-failed` if the call cannot begin.
   */
  accessList(
    request: CallRequest,
    ref: BlockRef,
    overrides: StateOverrides,
    cancellation: Cancellation,
  ): Promise<AccessListResult | undefined>;
  /**
   * Executes blocks of calls on top of a block, or returns undefined if there is no such block.
   * @throws {Fault} `simulation-refused`, `bad-request` or `limit-exceeded`.
   */
  simulate(
    request: SimulationRequest,
    ref: BlockRef,
    cancellation: Cancellation,
  ): Promise<readonly SimulatedBlock[] | undefined>;
}
