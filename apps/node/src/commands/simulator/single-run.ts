/** Runs a scenario once and reports the results. */
import type { Writable } from "node:stream";
import { didYouMean, type Invocation, printable, UsageError } from "@tandem/cli";
import { Fault } from "@tandem/primitives";
import {
  checkPaths,
  json,
  type Results,
  report,
  runScenario,
  type Scenario,
  summary,
} from "@tandem/simulator";
import { createProgress } from "../../console/progress.js";
import { untilSignal } from "../until-signal.js";
import type { NamedScenario } from "./scenario-source.js";
import { writeFiles } from "./write-files.js";

/** Streams for the results, and for notes and the progress. */
export type Streams = Pick<Invocation, "output" | "errors">;

/** The flags that choose what is reported, and where. */
export interface ReportFlags {
  readonly out: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * Runs the scenario.
 * @returns whether every expectation holds; undefined if a signal ended the run.
 * @throws {UsageError} for an expectation of a number that is not in the results.
 */
export async function runOnce(
  named: NamedScenario,
  flags: ReportFlags,
  { output, errors }: Streams,
): Promise<boolean | undefined> {
  const results = await untilSignal((signal) =>
    simulate(named, flags.quiet ? undefined : errors, signal),
  );
  if (results === undefined) return undefined;
  tell(named, results, flags, output);
  return results.isAsExpected;
}

async function simulate(
  named: NamedScenario,
  shown: Writable | undefined,
  signal: AbortSignal,
): Promise<Results> {
  const { scenario } = named;
  const { total, unit } = lengthOf(scenario.stop);
  shown?.write(`Simulating ${printable(named.name)}, seed ${scenario.seed}\n`);
  const progress = shown && createProgress(unit, total, shown);
  try {
    return await runScenario(scenario, {
      signal,
      onProgress: ({ done }) => progress?.at(Math.floor(done * total)),
    });
  } catch (failure) {
    if (failure instanceof Fault) throw expectationProblem(named, failure);
    throw failure;
  } finally {
    progress?.end();
  }
}

/** Returns the total of the progress bar. */
export function lengthOf({ hours, bitcoinBlocks, childBlocks, trials }: Scenario["stop"]) {
  if (childBlocks !== undefined) return { total: childBlocks, unit: "merge-mined blocks" };
  if (bitcoinBlocks !== undefined) return { total: bitcoinBlocks, unit: "Bitcoin blocks" };
  if (trials !== undefined) return { total: trials, unit: "trials" };
  return { total: hours ?? 0, unit: "hours" };
}

/** Returns a line for each path that leads to no number of the results, with the nearest that does. */
export function pathProblems(scenario: Scenario, paths: readonly string[]): string[] {
  const { unknown, known } = checkPaths(scenario, paths);
  return unknown.map((path) => {
    const isOrphan = path.startsWith("child.") && scenario.child === undefined;
    const hint = isOrphan ? ": the scenario has no child" : didYouMean(path, known);
    return `${path}: the results have no such number${hint}`;
  });
}

/** Returns the error for names in `expect` that no result has. */
export function expectationProblem({ scenario, name }: NamedScenario, cause: Fault): UsageError {
  const found = pathProblems(scenario, Object.keys(scenario.expect));
  const problems = found.length > 0 ? found.map((line) => `expect.${line}`) : [cause.message];
  return new UsageError([`${name} is not a scenario`, ...problems].join("\n  "), { cause });
}

function tell(
  { name }: NamedScenario,
  results: Results,
  { out, json: isJson, quiet: isQuiet }: ReportFlags,
  output: Writable,
): void {
  const lines = summary(results, name);
  const failures = lines.filter((line) => line.startsWith("FAILED"));
  const shown = isQuiet ? failures : lines;
  if (isJson) output.write(json(results));
  else if (shown.length > 0) output.write(`${shown.map(printable).join("\n")}\n`);
  if (out === undefined) return;
  const written = writeFiles(report(results, name), out);
  if (!isQuiet && !isJson) output.write(written);
}
