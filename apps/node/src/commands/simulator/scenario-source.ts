/** Loads a scenario from a file of the user, or a built-in one. */
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { didYouMean, UsageError } from "@tandem/cli";
import { Fault } from "@tandem/primitives";
import { parseScenario, type Scenario, scenarioFile, scenarioFolder } from "@tandem/simulator";
import { ZodError } from "zod";
import { parseJson } from "../../files/read-json.js";
import { unreadable } from "../../files/unreadable.js";
import { scenarioProblems } from "./scenario-problems.js";

export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

/** The maximum bytes of a scenario file. */
const fileBytesMax = 4 * 1024 * 1024;

const ending = ".json";

/** Returns the names of the built-in scenarios. */
export const builtInNames = (): string[] =>
  readdirSync(scenarioFolder)
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending))
    .sort();

/**
 * @param given a path, which has a slash or ends in `.json`, or the name of a built-in scenario.
 * @param seed replaces that of the file.
 * @throws {UsageError} if there is no such scenario, or with a line for each problem of it.
 */
export function readScenario(given: string, seed?: number): NamedScenario {
  const file = isPath(given) ? given : builtInFile(given);
  const parsed = parsedFile(file);
  const name = basename(file, ending);
  try {
    const scenario = parseScenario(parsed);
    return { name, scenario: seed === undefined ? scenario : { ...scenario, seed } };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const { cause } = fault;
    const lines =
      cause instanceof ZodError
        ? scenarioProblems(scenarioFile, parsed, cause)
        : [fault.message.replace(/^scenario: /, "")];
    throw new UsageError([`${file} is not a scenario`, ...lines].join("\n  "), { cause: fault });
  }
}

const isPath = (given: string) => /[/\\]/.test(given) || given.endsWith(ending);

function builtInFile(name: string): string {
  const names = builtInNames();
  if (!names.includes(name)) {
    const hint = didYouMean(name, names);
    throw new UsageError(`no scenario is named ${name}${hint}; tandem simulate lists them`);
  }
  return fileURLToPath(new URL(`${name}${ending}`, scenarioFolder));
}

function parsedFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new UsageError(unreadable(file, cause), { cause });
  }
  if (text.length > fileBytesMax) throw new UsageError(`${file} is too long for a scenario`);
  return parseJson(text, file);
}
