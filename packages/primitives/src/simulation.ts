/** Defines what `eth_simulateV1` asks for, and what the calls of a simulated block came to. */
import type { Bytes } from "./bytes/brands.js";
import type { BlockOverrides, CallRequest, StateOverrides } from "./call-request.js";
import type { Log } from "./receipt/log.js";

/** A block of calls, each of which is executed as a transaction of the block. */
export interface SimulatedBlockRequest {
  readonly blockOverrides: BlockOverrides;
  /** The accounts as they are before the first call. */
  readonly overrides: StateOverrides;
  readonly calls: readonly CallRequest[];
}

export interface SimulationRequest {
  /** Each block sees the state after the block before it. */
  readonly blocks: readonly SimulatedBlockRequest[];
  /** Adds a log of ERC-20 form for each transfer of the chain's own coin. */
  readonly traceTransfers: boolean;
  /** Refuses what a block could not have: a wrong nonce, a price that is too low, a sender with code. */
  readonly validation: boolean;
}

export interface SimulatedCall {
  /** The returned bytes, or the code of a created contract; empty after a failure. */
  readonly returnData: Bytes;
  /** Includes the logs of transfers if they were asked for. */
  readonly logs: readonly Log[];
  readonly gasUsed: bigint;
  /** Undefined when the call succeeded. `output` is what it reverted with; `message` is geth's text. */
  readonly failure?:
    | { readonly kind: "reverted"; readonly output: Bytes }
    | { readonly kind: "halted"; readonly message: string }
    | undefined;
}

/** Says why a simulation is refused as a whole. */
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
