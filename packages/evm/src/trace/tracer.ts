/** Declares what traces one execution, and what that results in. */
import type { TracerResult } from "@tandem/primitives";
import type { Execution } from "../execution/execution.js";
import type { Watcher } from "../library/probe.js";
import type { WholeGas } from "./traces.js";

/** The whole execution, after it ended. */
export interface Executed extends WholeGas, Execution {
  /** The number of earlier logs of the block, from which the indexes of its own are counted. */
  readonly logsBefore: number;
}

export interface Tracer extends Watcher {
  /** Returns what the tracer recorded. @throws {Fault} `limit-exceeded` over the budget. */
  finish(executed: Executed): Promise<TracerResult>;
}
