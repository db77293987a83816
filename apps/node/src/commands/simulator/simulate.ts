/**
 * Implements `tandem simulate`: runs a scenario of the merge-mining simulator and reports the results.
 */
import {
  ExitCode,
  list,
  maybe,
  path,
  readFlags,
  toggle,
  twoColumns,
  UsageError,
  type Values,
  value,
  writeJson,
} from "@tandem/cli";
import {
  builtInNames,
  combinationsOf,
  metricPath,
  type PlannedRun,
  runsMax,
  type Settings,
  settingText,
} from "@tandem/simulator";
import type { CommandBody } from "../command-body.js";
import { openScenario, readScenario, type ScenarioSource } from "./scenario-source.js";
import { runOnce, type Streams } from "./single-run.js";
import { runMany } from "./sweep.js";
import { readSettings, seeds, settingForm } from "./sweep-flags.js";
import { assertReportFolder } from "./write-files.js";

const options = {
  out: value(
    maybe(path),
    undefined,
    "DIR",
    "write results (JSON), tables (CSV) and charts (SVG) into this folder",
  ),
  seed: value(
    maybe(seeds),
    undefined,
    "SEEDS",
    "seed that replaces the one of the file, or several, each for a run of its own: 1-5 or 1,2,7",
  ),
  set: list(
    settingForm,
    "PATH=VALUE",
    "set a key of the scenario; several values with commas between are a run each. May be repeated",
  ),
  measure: list(
    metricPath,
    "PATH",
    "a number of the results to compare between runs; those of expect by default. May be repeated",
  ),
  json: toggle("print the results, or the list of scenarios, as JSON"),
  quiet: toggle("print only the expectations that fail"),
};

type Flags = Values<typeof options>;

export const body: CommandBody = {
  about: `Runs a scenario of merge-mining: Bitcoin pools, their nodes, the network between them, on a clock of
its own. A scenario is a JSON file of yours or the name of one that comes with Tandem; without either
they are listed. With several seeds or values each run is a line of one table, followed by the means.
docs/simulator.md explains the file and the tables.`,
  options,
  notes: `Exit code: 0 every expectation of the scenario holds in every run, 1 one does not, 2 the file or a
flag is wrong, 130 a signal ended it.

Examples:
  tandem simulate steady
  tandem simulate my-pools.json --seed 7 --out ./results
  tandem simulate notify-policies --seed 1-5
  tandem simulate my-pools.json --seed 1-5 --set pools.slow.share=0.2,0.4,0.6`,
  operandWords: builtInNames,
  withoutOutput: ({ out }) => (out === undefined ? "end" : "finish"),
  run: ({ operands: [scenario], given, output, errors }) =>
    runSimulate(scenario, readFlags(options, given), { output, errors }),
};

/**
 * @returns 0 if every expectation of the scenario holds, 1 if one does not, 130 after Ctrl-C.
 * @throws {UsageError} for a file that is not a scenario, and for a folder that cannot be written.
 */
async function runSimulate(
  scenario: string | undefined,
  flags: Flags,
  streams: Streams,
): Promise<number> {
  const { output, errors } = streams;
  if (scenario === undefined) {
    if (flags.json) writeJson(output, { scenarios: scenarioList() });
    else output.write(scenarios());
    return 0;
  }
  if (flags.out !== undefined) assertReportFolder(flags.out);
  const isAsExpected = await runPlanned(openScenario(scenario), flags, streams);
  if (isAsExpected === undefined) {
    errors.write("tandem: simulate: stopped before the end; nothing was written\n");
    return ExitCode.interrupted;
  }
  return isAsExpected ? ExitCode.done : ExitCode.failed;
}

/** Runs the scenario once, or as a table of runs for several seeds or values or for given measures. */
async function runPlanned(
  source: ScenarioSource,
  flags: Flags,
  streams: Streams,
): Promise<boolean | undefined> {
  const given = Object.entries(readSettings(flags.set));
  const varied = Object.fromEntries(given.filter(([, values]) => values.length > 1));
  const common = Object.fromEntries(
    given.filter(([, values]) => values.length === 1).map(([path, [one]]) => [path, one]),
  );
  const planned = plan(source, { varied, common }, flags.seed ?? [undefined]);
  const name = nameWith(source.name, common);
  const [first] = planned as [PlannedRun];
  return planned.length === 1 && flags.measure.length === 0
    ? runOnce({ name, scenario: first.scenario }, flags, streams)
    : runMany(name, planned, flags, streams);
}

interface Changes {
  /** The values of members that differ from run to run. */
  readonly varied: Readonly<Record<string, readonly unknown[]>>;
  /** The members that are the same in every run. */
  readonly common: Settings;
}

/** @throws {UsageError} for too many runs, and for settings that make no scenario. */
function plan(
  source: ScenarioSource,
  { varied, common }: Changes,
  ownSeeds: readonly (number | undefined)[],
): PlannedRun[] {
  const count = Object.values(varied).reduce((runs, { length }) => runs * length, ownSeeds.length);
  if (count > runsMax) throw new UsageError(`${count} runs are more than ${runsMax}`);
  return combinationsOf(varied).flatMap((set) => {
    const scenario = readScenario(source, { ...common, ...set });
    return ownSeeds.map((seed) => ({
      set,
      scenario: seed === undefined ? scenario : { ...scenario, seed },
    }));
  });
}

/** Returns the name of a scenario with its changed members. */
function nameWith(name: string, settings: Settings): string {
  const changes = Object.entries(settings).map(([path, to]) => `${path}=${settingText(to)}`);
  return changes.length === 0 ? name : `${name} with ${changes.join(" ")}`;
}

/** The width of the column of names in the list of scenarios. */
const nameWidth = 26;

const scenarioList = () =>
  builtInNames().map((name) => ({ name, about: readScenario(openScenario(name)).about }));

/** Matches what follows the first sentence; a decimal point has no blank after it. */
const afterFirstSentence = /(?<=[.?])\s.*$/s;

/** Returns the built-in scenarios, each with the first sentence of its description. */
function scenarios(): string {
  const entries = twoColumns(
    scenarioList().map(({ name, about }) => [name, about.replace(afterFirstSentence, "")] as const),
    nameWidth,
  );
  return `Scenarios that come with Tandem; tandem simulate NAME runs one:\n\n${entries}\n${listEnd}`;
}

const listEnd = `tandem simulate --json has whole descriptions, with what each is to show;
tandem simulate --help lists the flags.
`;
