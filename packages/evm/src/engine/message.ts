/** The outermost message of an execution, and what an engine needs to run it. */
import type { EVM, EVMRunCallOpts } from "@ethereumjs/evm";
import type { AncestorHashes } from "../library/ancestor-hashes.js";
import type { LibraryState } from "../library/library-state.js";
import { engineGasMax } from "../limits.js";
import type { YieldIfDue } from "../slices.js";
import type { Probe } from "../trace/probe.js";

export interface EngineContext {
  readonly evm: EVM;
  readonly state: LibraryState;
  readonly ancestors: AncestorHashes;
  readonly yieldIfDue: YieldIfDue;
  /** Returns the observer of the next execution. */
  probe(): Probe | undefined;
}

/** A message with the members that are required here. */
export type Message = EVMRunCallOpts &
  Required<Pick<EVMRunCallOpts, "block" | "caller" | "gasLimit">>;

export const isMessage = (options: EVMRunCallOpts): options is Message =>
  options.message === undefined &&
  options.block !== undefined &&
  options.caller !== undefined &&
  options.gasLimit !== undefined &&
  options.gasLimit < engineGasMax;
