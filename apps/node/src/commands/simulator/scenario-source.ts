/** Loads a scenario from a file of the user, or a built-in one. */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { didYouMean, UsageError, unreadable } from "@tandem/cli";
import { Fault } from "@tandem/primitives";
import { readTextSync } from "@tandem/runtime/files";
import {
  builtInFile,
  builtInNames,
  parseScenario,
  type Scenario,
  type Settings,
  scenarioFile,
  withSettings,
} from "@tandem/simulator";
import { ZodError } from "zod";
import { parseJson } from "../../files/read-json.js";
import { scenarioProblems } from "./scenario-problems.js";

export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

/** The maximum bytes of a scenario file. */
const fileBytesMax = 4 * 1024 * 1024;

const ending = ".json";

/** A scenario file that was read and is not yet checked. */
export interface ScenarioSource {
  readonly name: string;
  readonly file: string;
  /** The JSON of the file. */
  readonly parsed: unknown;
}

/**
 * @param given a path, which has a slash or ends in `.json`, or the name of a built-in scenario.
 * @throws {UsageError} if there is no such scenario, or it is not JSON.
 */
export function openScenario(given: string): ScenarioSource {
  const file = isPath(given) ? given : fileOf(given);
  return { name: basename(file, ending), file, parsed: parsedFile(file) };
}

/**
 * Returns the scenario of a file with these members set.
 * @throws {UsageError} with a line for each problem of it.
 */
export function readScenario({ file, parsed }: ScenarioSource, settings: Settings = {}): Scenario {
  let changed = parsed;
  try {
    changed = withSettings(parsed, settings);
    return parseScenario(changed);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const { cause } = fault;
    const lines =
      cause instanceof ZodError
        ? scenarioProblems(scenarioFile, changed, cause)
        : [fault.message.replace(/^scenario: /, "")];
    const what = Object.keys(settings).length === 0 ? file : `${file} with --set`;
    throw new UsageError([`${what} is not a scenario`, ...lines].join("\n  "), { cause: fault });
  }
}

const isPath = (given: string) => /[/\\]/.test(given) || given.endsWith(ending);

function fileOf(name: string): string {
  const names = builtInNames();
  if (!names.includes(name)) {
    const hint = didYouMean(name, names);
    throw new UsageError(`no scenario is named ${name}${hint}; tandem simulate lists them`);
  }
  return fileURLToPath(builtInFile(name));
}

function parsedFile(file: string): unknown {
  let text: string;
  try {
    text = readTextSync(file, fileBytesMax);
  } catch (cause) {
    throw new UsageError(unreadable(file, cause), { cause });
  }
  return parseJson(text, file);
}
