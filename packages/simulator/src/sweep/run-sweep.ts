/** Runs a scenario many times, with several seeds and settings, and measures each run. */
import { estimateMean, type MeanEstimate } from "../measure/mean-interval.js";
import { metricAt } from "../results/expectation.js";
import { type RunOptions, runScenario } from "../run-scenario.js";
import type { Scenario } from "../scenario/scenario.js";
import type { Settings } from "./settings.js";

/** A run of a sweep before it is made. */
export interface PlannedRun {
  /** The members of the scenario that differ from run to run, besides the seed. */
  readonly set: Settings;
  readonly scenario: Scenario;
}

export interface SweepRun {
  readonly seed: number;
  readonly set: Settings;
  /** The measures by their paths; one that the run does not have is absent. */
  readonly values: Readonly<Record<string, number>>;
  /** The expectations that do not hold. */
  readonly failed: readonly string[];
}

/** A measure over all runs with the same settings. */
export interface SweepSummary extends MeanEstimate {
  readonly set: Settings;
  readonly measure: string;
}

/** The results of a sweep as plain data. */
export interface SweepResults {
  /** The name of the scenario. */
  readonly scenario: string;
  readonly measures: readonly string[];
  /** The number of expectations that each run was compared with. */
  readonly expectations: number;
  readonly runs: readonly SweepRun[];
  readonly summary: readonly SweepSummary[];
  /** True if every expectation holds in every run; also if there is none. */
  readonly isAsExpected: boolean;
}

export interface SweepOptions extends Pick<RunOptions, "signal"> {
  /** The name of the scenario. */
  readonly name: string;
  /** The paths of numbers of the results. */
  readonly measures: readonly string[];
  /**
   * Is called after each slice.
   * @param run the index of the run.
   * @param done the finished share of it, 0 to 1.
   */
  readonly onProgress?: (run: number, done: number) => void;
}

/**
 * Makes the runs one after the other.
 * @throws what `runScenario` throws.
 */
export async function runSweep(
  planned: readonly PlannedRun[],
  { name, measures, onProgress, signal }: SweepOptions,
): Promise<SweepResults> {
  const runs: SweepRun[] = [];
  for (const [i, { set, scenario }] of planned.entries()) {
    const results = await runScenario(scenario, {
      onProgress: ({ done }) => onProgress?.(i, done),
      ...(signal === undefined ? {} : { signal }),
    });
    const found = measures.flatMap((path) => {
      const value = metricAt(results, path);
      return value === undefined ? [] : [[path, value] as const];
    });
    const failed = results.expectations.filter(({ isMet }) => !isMet);
    runs.push({
      seed: scenario.seed,
      set,
      values: Object.fromEntries(found),
      failed: failed.map(({ metric }) => metric),
    });
  }
  return {
    scenario: name,
    measures,
    expectations: Math.max(
      0,
      ...planned.map(({ scenario }) => Object.keys(scenario.expect).length),
    ),
    runs,
    summary: summarize(runs, measures),
    isAsExpected: runs.every(({ failed }) => failed.length === 0),
  };
}

/** Returns an estimate for each combination of settings and each measure, in the order of the runs. */
function summarize(runs: readonly SweepRun[], measures: readonly string[]): SweepSummary[] {
  const keyOf = ({ set }: SweepRun) => JSON.stringify(set);
  const settings = new Map(runs.map((run) => [keyOf(run), run.set]));
  return [...settings].flatMap(([key, set]) => {
    const group = runs.filter((run) => keyOf(run) === key);
    return measures.flatMap((measure) => {
      const estimate = estimateMean(group.flatMap(({ values }) => values[measure] ?? []));
      return estimate === undefined ? [] : [{ set, measure, ...estimate }];
    });
  });
}
