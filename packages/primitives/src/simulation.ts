/** The parameters of `eth_simulateV1`, and the results of the calls of a simulated block. */
import type { Bytes } from "./bytes/brands.js";
import type { BlockOverrides, CallRequest, StateOverrides } from "./call-request.js";
import type { Log } from "./receipt/log.js";

/** A block of calls, each of which is executed as a transaction of the block. */
export interface SimulatedBlockRequest {
  readonly blockOverrides: BlockOverrides;
  /** The accounts' overrides, applied before the first call. */
  readonly overrides: StateOverrides;
  readonly calls: readonly CallRequest[];
}

export interface SimulationRequest {
  /** The blocks, each of which is executed on the state after the block before it. */
  readonly blocks: readonly SimulatedBlockRequest[];
  /** Whether each transfer of the native coin adds a log of ERC-20 form. */
  readonly traceTransfers: boolean;
  /**
   * Whether calls are refused that a block cannot include: a wrong nonce, a price that is too low,
   * a sender with code.
   */
  readonly validation: boolean;
}

export interface SimulatedCall {
  /** The returned bytes, or the code of a created contract; empty after a failure. */
  readonly returnData: Bytes;
  /** The logs, including those of transfers if they were requested. */
  readonly logs: readonly Log[];
  readonly gasUsed: bigint;
  /** Gas before refunds, and at least the floor of the data (EIP-7623). */
  readonly maxUsedGas: bigint;
  /**
   * Is undefined if the call succeeded. `output` is its revert output; `message` is geth's text.
   */
  readonly failure?:
    | { readonly kind: "reverted"; readonly output: Bytes }
    | { readonly kind: "halted"; readonly message: string }
    | undefined;
}

/** The reasons to refuse a whole simulation. */
export type SimulationRefusal =
  | "nonce-too-low"
  | "nonce-too-high"
  | "fee-too-low"
  | "intrinsic-gas"
  | "insufficient-funds"
  | "block-gas"
  | "block-number"
  | "block-time"
  | "sender-has-code"
  | "init-code"
  | "client-limit";
