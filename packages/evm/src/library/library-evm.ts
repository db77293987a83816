/**
 * Declares the library's objects for one fork, with everything that is attached to them. They are internal
 * to this package.
 */
import type { Common } from "@ethereumjs/common";
import type { EVM } from "@ethereumjs/evm";
import type { runTx, VM } from "@ethereumjs/vm";
import type { Pace } from "../environment/pace.js";
import type { StockLibrary } from "../stock/stock-library.js";
import type { AncestorHashes } from "./ancestor-hashes.js";
import type { LibraryState } from "./library-state.js";
import type { ProbeSocket } from "./probe.js";

export type RunMessage = EVM["runCall"];

export interface LibraryEvm {
  readonly common: Common;
  readonly evm: EVM;
  readonly vm: VM;
  readonly runTx: typeof runTx;
  readonly state: LibraryState;
  readonly ancestors: AncestorHashes;
  readonly pace: Pace;
  readonly socket: ProbeSocket;
  /** Executes a message in the library, in place of an engine. */
  readonly fallBack: RunMessage;
  /** Whether the engine executes the messages it supports. */
  readonly usesEngine: boolean;
  /** The unpatched library, if this is an instance of it. */
  readonly stock: StockLibrary | undefined;
}
