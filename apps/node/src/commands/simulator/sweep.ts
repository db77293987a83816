/** Runs a scenario with several seeds and settings, and reports all runs in one table. */
import type { Writable } from "node:stream";
import { printable, UsageError } from "@tandem/cli";
import { counted, Fault } from "@tandem/primitives";
import {
  json,
  measuresMax,
  type PlannedRun,
  runSweep,
  type Scenario,
  type SweepResults,
  sweepReport,
  sweepSummary,
  sweepVerdict,
} from "@tandem/simulator";
import { createProgress } from "../../console/progress.js";
import { untilSignal } from "../until-signal.js";
import {
  expectationProblem,
  lengthOf,
  pathProblems,
  type ReportFlags,
  type Streams,
} from "./single-run.js";
import { writeFiles } from "./write-files.js";

export interface SweepFlags extends ReportFlags {
  /** The paths of the numbers to compare; empty for those that the scenario expects. */
  readonly measure: readonly string[];
}

/** The measures of a scenario that expects nothing. */
const usualMeasures = ["staleShare", "intervalSeconds.mean", "reorgs.count"] as const;

/**
 * Runs the scenario once for each planned run.
 * @param name the name of the scenario, with the settings that all runs have in common.
 * @returns whether every expectation holds in every run; undefined if a signal ended the sweep.
 * @throws {UsageError} for a measure or an expectation of a number that is not in the results.
 */
export async function runMany(
  name: string,
  planned: readonly PlannedRun[],
  flags: SweepFlags,
  { output, errors }: Streams,
): Promise<boolean | undefined> {
  const first = (planned[0] as PlannedRun).scenario;
  const measures = measuresOf(first, flags.measure);
  const sweep = { name, planned, measures, shown: flags.quiet ? undefined : errors };
  const results = await untilSignal((signal) => simulateAll(sweep, signal));
  if (results === undefined) return undefined;
  tell(results, flags, output);
  return results.isAsExpected;
}

/** Returns the given measures, those that the scenario expects, or the usual ones. */
function measuresOf(scenario: Scenario, given: readonly string[]): readonly string[] {
  if (given.length > measuresMax) throw new UsageError(`--measure: at most ${measuresMax}`);
  const problems = pathProblems(scenario, given);
  if (problems.length > 0) throw new UsageError(`--measure ${problems.join("\n  ")}`);
  if (given.length > 0) return [...new Set(given)];
  const expected = Object.keys(scenario.expect).slice(0, measuresMax);
  if (expected.length > 0) return expected;
  const chain = scenario.child === undefined ? "bitcoin" : "child";
  return usualMeasures.map((name) => `${chain}.${name}`);
}

interface Sweep {
  readonly name: string;
  readonly planned: readonly PlannedRun[];
  readonly measures: readonly string[];
  /** The stream that shows the progress; undefined: it is not shown. */
  readonly shown: Writable | undefined;
}

async function simulateAll(
  { name, planned, measures, shown }: Sweep,
  signal: AbortSignal,
): Promise<SweepResults> {
  const lengths = planned.map(({ scenario }) => lengthOf(scenario.stop));
  const totals = lengths.map(({ total }) => total);
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  shown?.write(`Simulating ${printable(name)}, ${counted(planned.length, "run")}\n`);
  const progress = shown && createProgress(lengths[0]?.unit ?? "", sum(totals), shown);
  try {
    return await runSweep(planned, {
      name,
      measures,
      signal,
      onProgress: (run, done) =>
        progress?.at(Math.floor(sum(totals.slice(0, run)) + done * (totals[run] ?? 0))),
    });
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    throw expectationProblem({ name, scenario: (planned[0] as PlannedRun).scenario }, failure);
  } finally {
    progress?.end();
  }
}

function tell(
  results: SweepResults,
  { out, json: isJson, quiet: isQuiet }: SweepFlags,
  output: Writable,
): void {
  const failures = sweepVerdict(results).filter((line) => line.startsWith("FAILED"));
  const shown = isQuiet ? failures : sweepSummary(results);
  if (isJson) output.write(json(results));
  else if (shown.length > 0) output.write(`${shown.map(printable).join("\n")}\n`);
  if (out === undefined) return;
  const written = writeFiles(sweepReport(results), out);
  if (!isQuiet && !isJson) output.write(written);
}
