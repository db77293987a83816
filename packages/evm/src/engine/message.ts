/** The outermost message of an execution, and what an engine needs to run it. */
import type { EVM, EVMRunCallOpts } from "@ethereumjs/evm";
import type { AncestorHashes } from "../library/ancestor-hashes.js";
import type { LibraryState } from "../library/library-state.js";
import { engineGasMax } from "../limits.js";
import type { Look } from "../slices.js";
import type { Probe } from "../trace/probe.js";

export interface EngineContext {
  readonly evm: EVM;
  readonly state: LibraryState;
  readonly ancestors: AncestorHashes;
  readonly look: Look;
  /** Returns the observer of the next execution. */
  probe(): Probe | undefined;
  /** Is called for each message that the library had to execute. */
  onFallback(): void;
}

/** The library's options, with those of a call request for the outermost `runCall`. */
export interface MessageOptions extends EVMRunCallOpts {
  /**
   * Whether neither the state nor the logs are read afterwards, so that an engine need not write
   * them.
   */
  readonly isForgotten?: boolean;
}

/** A message with the members that are required here. */
export type Message = MessageOptions &
  Required<Pick<EVMRunCallOpts, "block" | "caller" | "gasLimit">>;

export const isMessage = (options: MessageOptions): options is Message =>
  options.message === undefined &&
  options.block !== undefined &&
  options.caller !== undefined &&
  options.gasLimit !== undefined &&
  options.gasLimit < engineGasMax;
