/**
 * Runs a scenario from beginning to end in slices, so that a caller can show progress and abort.
 */
import { setImmediate as nextSlice } from "node:timers/promises";
import { keccakCompiled } from "@tandem/primitives";
import { metricPaths } from "./report/metrics.js";
import { metricAt } from "./results/expectation.js";
import type { Progress, Results } from "./results/results.js";
import type { Scenario } from "./scenario/scenario.js";
import { collectResults } from "./world/collect-results.js";
import { World } from "./world/world.js";

export interface RunOptions {
  /** Is called after each slice, some tens of milliseconds apart with the standard number of events. */
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** The events of a slice; a child block counts as many. */
  readonly sliceEvents?: number;
}

const standardSliceEvents = 100_000;

/**
 * Runs a scenario. The same scenario results in the same bytes.
 * @throws {Fault} `unusable-data` for an expectation of an unknown metric, before the run, and if too many blocks
 * cannot be settled.
 * @throws {InvariantBroken} for a bug of the simulator.
 * @throws the signal's reason, once it is aborted.
 */
export async function runScenario(
  scenario: Scenario,
  { onProgress, signal, sliceEvents = standardSliceEvents }: RunOptions = {},
): Promise<Results> {
  checkMetrics(scenario);
  await keccakCompiled;
  const world = new World(scenario);
  for (;;) {
    signal?.throwIfAborted();
    const stoppedBy = world.advance(sliceEvents);
    onProgress?.(world.progress());
    if (stoppedBy !== undefined) return collectResults(world, stoppedBy);
    await nextSlice();
  }
}

/** Lists that are filled only during the run; a path into them is checked at the end. */
const fillsLater = /(^|\.)(series|alerts|forks|byDepth|uncleDistances|unclesListed)\./;

/**
 * Checks metrics before the run, by the results of an empty world, so that a misspelt one is
 * reported at once.
 */
function checkMetrics(scenario: Scenario): void {
  const known = Object.entries(scenario.expect).filter(([metric]) => !fillsLater.test(metric));
  if (known.length === 0) return;
  collectResults(new World({ ...scenario, expect: Object.fromEntries(known) }), "hours");
}

/**
 * Finds the numbers of a scenario's results without running it.
 * @returns the paths that lead to no number, and all paths that do. A path into a list that is
 * filled during the run is not checked.
 */
export function checkPaths(scenario: Scenario, paths: readonly string[]) {
  const results = collectResults(new World({ ...scenario, expect: {} }), "hours");
  const unknown = paths.filter(
    (path) => !fillsLater.test(path) && metricAt(results, path) === undefined,
  );
  return { unknown, known: metricPaths(results) };
}
