/** Declares what the reads of a chain use. */
import type { Traces } from "@tandem/chain";
import type { Cancellation } from "@tandem/runtime";
import type { RemoteState } from "@tandem/state";
import type { ReadableStore } from "@tandem/store";
import type { FailureExplainer } from "../solidity-trace/failure-explainer.js";
import type { ReadChain } from "./read-chain.js";
import type { RememberedCall } from "./repeated-calls.js";
import type { CallWatch } from "./simulate.js";

export interface ReadParts {
  readonly chain: ReadChain;
  readonly store: ReadableStore;
  readonly traces: Traces;
  readonly call: RememberedCall;
  /** Cancels all that these reads execute, as the cancellation of each request does; nothing by default. */
  readonly cancellation?: Cancellation;
  readonly watch: CallWatch | undefined;
  /** Finds failures in the sources of contracts, if compilations are given. */
  readonly explainer: FailureExplainer | undefined;
  readonly traceCountMax: number | undefined;
  /** The state that a fork of another chain is based on. */
  readonly remote?: RemoteState | undefined;
  /** The height of the oldest block that the chain has. */
  readonly lowest: number;
}
