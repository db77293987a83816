/**
 * Implements `tandem simulate`: runs a scenario of the merge-mining simulator and reports the results.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import {
  didYouMean,
  ExitCode,
  integer,
  maybe,
  readFlags,
  text,
  toggle,
  twoColumns,
  UsageError,
  type Values,
  value,
  writeJson,
} from "@tandem/cli";
import { Fault } from "@tandem/primitives";
import {
  json,
  metricAt,
  metricPaths,
  type Results,
  report,
  runScenario,
  type Scenario,
  summary,
} from "@tandem/simulator";
import type { CommandBody } from "../command-body.js";
import { createProgress } from "../progress.js";
import { builtInNames, type NamedScenario, readScenario } from "./scenario-source.js";

const seedMax = 2 ** 32 - 1;

const options = {
  out: value(
    maybe(text),
    undefined,
    "DIR",
    "write results.json, tables (CSV) and charts (SVG) into this folder",
  ),
  seed: value(
    maybe(integer(0, seedMax)),
    undefined,
    "N",
    "seed that replaces the one of the file; the same seed results in the same run",
  ),
  json: toggle("print the results, or the list of scenarios, as JSON"),
  quiet: toggle("print only the expectations that fail"),
};

type Flags = Values<typeof options>;

export const body: CommandBody = {
  about: `Runs a scenario of merge-mining: Bitcoin pools, their nodes, the network between them, on a clock of
its own. A scenario is a JSON file of yours or the name of one that comes with Tandem; without either
they are listed. docs/simulator.md explains the file.`,
  options,
  notes: `Exit code: 0 every expectation of the scenario holds, 1 one does not, 2 the file or a flag is wrong.

Examples:
  tandem simulate steady
  tandem simulate my-pools.json --seed 7 --out ./results`,
  run: ({ operands: [scenario], given, output }) =>
    runSimulate(scenario, readFlags(options, given), output),
};

/**
 * @returns 0 if every expectation of the scenario holds, 1 if one does not, 130 after Ctrl-C.
 * @throws {UsageError} for a file that is not a scenario.
 */
async function runSimulate(
  scenario: string | undefined,
  flags: Flags,
  output: Writable,
): Promise<number> {
  if (scenario === undefined) {
    if (flags.json) writeJson(output, { scenarios: scenarioList() });
    else output.write(scenarios());
    return 0;
  }
  const named = readScenario(scenario, flags.seed);
  const results = await simulate(named, !flags.quiet);
  if (results === undefined) {
    process.stderr.write("tandem: simulate: stopped before the end; nothing was written\n");
    return ExitCode.interrupted;
  }
  tell(named, results, flags, output);
  return results.isAsExpected ? 0 : 1;
}

/** Returns undefined if a signal ended it. */
async function simulate(named: NamedScenario, isShown: boolean): Promise<Results | undefined> {
  const { scenario } = named;
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  // Handlers run once: a second signal ends the process as usual.
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const { total, unit } = lengthOf(scenario.stop);
  if (isShown) process.stderr.write(`Simulating ${named.name}, seed ${scenario.seed}\n`);
  const progress = isShown ? createProgress(unit, total) : undefined;
  try {
    return await runScenario(scenario, {
      signal: stop.signal,
      onProgress: ({ done }) => progress?.at(Math.floor(done * total)),
    });
  } catch (failure) {
    if (stop.signal.aborted) return undefined;
    if (failure instanceof Fault) throw await metricProblem(named, failure);
    throw failure;
  } finally {
    progress?.end();
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

/** Returns the total of the progress bar. */
function lengthOf({ hours, bitcoinBlocks, childBlocks, trials }: Scenario["stop"]) {
  if (childBlocks !== undefined) return { total: childBlocks, unit: "merge-mined blocks" };
  if (bitcoinBlocks !== undefined) return { total: bitcoinBlocks, unit: "Bitcoin blocks" };
  if (trials !== undefined) return { total: trials, unit: "trials" };
  return { total: hours ?? 0, unit: "hours" };
}

/** Returns the names in `expect` that no result has, with the nearest that exist. */
async function metricProblem({ scenario, name }: NamedScenario, cause: Fault): Promise<UsageError> {
  const results = await runScenario({ ...scenario, expect: {}, stop: { hours: 1e-6 } });
  const known = metricPaths(results);
  const lines = Object.keys(scenario.expect)
    .filter((path) => metricAt(results, path) === undefined)
    .map((path) => {
      const isOrphan = path.startsWith("child.") && scenario.child === undefined;
      const hint = isOrphan ? ": the scenario has no child" : didYouMean(path, known);
      return `expect.${path}: the results have no such number${hint}`;
    });
  const problems = lines.length > 0 ? lines : [cause.message];
  return new UsageError([`${name} is not a scenario`, ...problems].join("\n  "), { cause });
}

function tell(
  { name }: NamedScenario,
  results: Results,
  { out, json: isJson, quiet: isQuiet }: Flags,
  output: Writable,
): void {
  const lines = summary(results, name);
  const failures = lines.filter((line) => line.startsWith("FAILED"));
  const shown = isQuiet ? failures : lines;
  if (isJson) output.write(json(results));
  else if (shown.length > 0) output.write(`${shown.join("\n")}\n`);
  if (out === undefined) return;
  const count = write(results, name, out);
  if (!isQuiet && !isJson)
    output.write(`${count} files with results, tables and charts in ${out}\n`);
}

function write(results: Results, name: string, folder: string): number {
  const files = report(results, name);
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of files) writeFileSync(join(folder, file.name), file.text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new UsageError(`--out: ${folder} cannot be written: ${reason}`, { cause });
  }
  return files.length;
}

/** The width of the column of names in the list of scenarios. */
const nameWidth = 26;

const scenarioList = () =>
  builtInNames().map((name) => ({ name, about: readScenario(name).scenario.about }));

/** Returns the built-in scenarios with their descriptions. */
function scenarios(): string {
  const entries = twoColumns(
    scenarioList().map(({ name, about }) => [name, about] as const),
    nameWidth,
  );
  return `Scenarios that come with Tandem; tandem simulate NAME runs one:\n\n${entries}\ntandem simulate --help lists the flags.\n`;
}
