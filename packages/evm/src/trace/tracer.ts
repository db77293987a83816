/** Declares what observes one execution, and what it results in. */
import type { TracerResult } from "@tandem/primitives";
import type { Execution } from "../execution/execution.js";
import type { StateWatcher } from "../library/library-state.js";
import type { Probe } from "./probe.js";
import type { WholeGas } from "./traces.js";

/** The whole execution, after it ended. */
export interface Executed extends WholeGas, Execution {
  /** The number of earlier logs of the block, from which the indexes of its own are counted. */
  readonly logsBefore: number;
}

/** The observers of one execution. */
export interface Watcher {
  readonly probe: Probe;
  readonly stateWatcher?: StateWatcher | undefined;
}

export interface Tracer extends Watcher {
  /** Returns what the tracer recorded. @throws {Fault} `limit-exceeded` over the budget. */
  finish(executed: Executed): Promise<TracerResult>;
}
