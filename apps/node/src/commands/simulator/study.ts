/**
 * Implements `tandem study`: runs the scenarios of the difficulty study with several seeds and
 * prints the measurements, or replaces their rows of a table such as docs/difficulty-study.csv.
 * `node scripts/generate.mjs` creates the tables and charts of docs/difficulty-study.md from that.
 */

import { readdirSync, readFileSync } from "node:fs";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import {
  didYouMean,
  ExitCode,
  fileReason,
  isMissingFile,
  maybe,
  path,
  readFlags,
  toggle,
  UsageError,
  unreadable,
  type Values,
  value,
  writeJson,
} from "@tandem/cli";
import { parseScenario, type Results, runScenario, scenarioFolder } from "@tandem/simulator";
import { createProgress } from "../../console/progress.js";
import { replaceFiles } from "../../files/replaced-file.js";
import { writeFailure } from "../../files/write-failure.js";
import type { CommandBody } from "../command-body.js";
import { untilSignal } from "../until-signal.js";

const folder = new URL("study/", scenarioFolder);
const seeds = [1, 2, 3];

type Child = NonNullable<Results["child"]>;

/** The number of columns that count blocks by their uncles: none to five, and more. */
const listedShown = 6;

/** The columns of the table: the name of each and how it is computed from the results. */
const columns: Readonly<Record<string, (child: Child) => string | number>> = {
  blocks: ({ main }) => main,
  "uncles-per-block": ({ unclesPerBlock }) => unclesPerBlock.toFixed(4),
  "lost-per-block": ({ lost, main }) => (lost / main).toFixed(4),
  "interval-mean": ({ timestampSeconds }) => timestampSeconds.mean.toFixed(3),
  "interval-p10": ({ timestampSeconds }) => timestampSeconds.p10.toFixed(1),
  "interval-median": ({ timestampSeconds }) => timestampSeconds.median.toFixed(1),
  "interval-p90": ({ timestampSeconds }) => timestampSeconds.p90.toFixed(1),
  "interval-p99": ({ timestampSeconds }) => timestampSeconds.p99.toFixed(1),
  "correlation-own": ({ uncleCorrelation }) => uncleCorrelation.own.toFixed(3),
  "correlation-previous": ({ uncleCorrelation }) => uncleCorrelation.previous.toFixed(3),
  "correlation-next": ({ uncleCorrelation }) => uncleCorrelation.next.toFixed(3),
  ...Object.fromEntries(
    Array.from({ length: listedShown }, (_, uncles) => [
      `listing-${uncles}`,
      ({ unclesListed, main }: Child) => ((unclesListed[uncles] ?? 0) / main).toFixed(4),
    ]),
  ),
};

const head = ["scenario", "seed", ...Object.keys(columns)].join(",");

/** The table that comes with Tandem, which `--check` reads. */
const ownTable = fileURLToPath(
  new URL("../../../../../docs/difficulty-study.csv", import.meta.url),
);

const options = {
  table: value(
    maybe(path),
    undefined,
    "FILE",
    "also replace the rows of this table; with --check, compare with it instead of the one of the documents",
  ),
  json: toggle("print each row as a line of JSON"),
  check: toggle("run the first seed, write nothing, and exit with 1 if a row differs"),
};

const scenarioNames = (): string[] =>
  readdirSync(folder)
    .map((file) => file.replace(".json", ""))
    .sort();

export const body: CommandBody = {
  about:
    "Runs the scenarios of the study of the difficulty's equilibrium, all or the given ones, and prints the rows of its table. All of them take ten minutes.",
  options,
  operandWords: scenarioNames,
  withoutOutput(given) {
    const { table, check } = readFlags(options, given);
    return table === undefined && !check ? "end" : "finish";
  },
  async run({ operands, given, output, errors }) {
    const flags = readFlags(options, given);
    const chosen = chosenOf(operands);
    const code = await untilSignal((leaving) => {
      const measured = measureAll(chosen, flags.check ? seeds.slice(0, 1) : seeds, leaving);
      return flags.check ? compare(measured, flags, output) : print(measured, flags, output);
    });
    if (code !== undefined) return code;
    errors.write("tandem: study: stopped before the end\n");
    return ExitCode.interrupted;
  },
};

/** Yields the row of each scenario and seed, and shows the progress. */
async function* measureAll(
  names: readonly string[],
  seedsRun: readonly number[],
  leaving: AbortSignal,
): AsyncGenerator<string> {
  const progress = createProgress("runs", names.length * seedsRun.length);
  let done = 0;
  try {
    for (const name of names) {
      for (const seed of seedsRun) {
        yield await measure(name, seed, leaving);
        progress.at(++done);
      }
    }
  } finally {
    progress.end();
  }
}

type Flags = Values<typeof options>;

/** Returns the scenarios to run. @throws {UsageError} for a name that is none of them. */
function chosenOf(operands: readonly string[]): string[] {
  const names = scenarioNames();
  const wrong = operands.filter((name) => !names.includes(name));
  if (wrong.length > 0) {
    const there = `its scenarios are ${names.join(", ")}`;
    const given = wrong.map((name) => `${name}${didYouMean(name, names)}`).join(", ");
    throw new UsageError(`no scenario of the study is named ${given}: ${there}`);
  }
  return names.filter((one) => operands.length === 0 || operands.includes(one));
}

/** Returns what identifies a row: its scenario and its seed. */
const keyOf = (row: string): string => row.split(",", 2).join();

/** Prints the rows, and writes each into the table at once, since the next takes seconds. @returns the exit code. */
async function print(
  measured: AsyncIterable<string>,
  { table, json: isJson }: Flags,
  output: Writable,
): Promise<ExitCode> {
  const keep = table === undefined ? () => {} : rowKeeper(table);
  // What cannot be written is refused before the first run, which takes seconds.
  keep();
  if (!isJson) output.write(`${head}\n`);
  for await (const row of measured) {
    if (isJson) writeJson(output, factsOf(row));
    else output.write(`${row}\n`);
    keep(row);
  }
  return ExitCode.done;
}

/** Returns a function that writes a table, with a row in the place of the one that it replaces. */
function rowKeeper(table: string): (row?: string) => void {
  const rows = readTable(table, "may be new");
  return (row) => {
    if (row !== undefined) rows.set(keyOf(row), row);
    writeRows(table, [...rows.values()].sort());
  };
}

/** Prints the rows that differ from those of the table. @returns the exit code. */
async function compare(
  measured: AsyncIterable<string>,
  { table = ownTable, json: isJson }: Flags,
  output: Writable,
): Promise<ExitCode> {
  const rows = readTable(table, "must exist");
  let areSame = true;
  for await (const row of measured) {
    const isSame = row === rows.get(keyOf(row));
    areSame &&= isSame;
    if (isJson) writeJson(output, { ...factsOf(row), isSame });
    else if (!isSame) {
      output.write(`${row}\nis the result of ${keyOf(row)}, which differs from ${table}\n`);
    }
  }
  return areSame ? ExitCode.done : ExitCode.failed;
}

/** Whether there must be a file. */
type TablePresence = "must exist" | "may be new";

/** Returns the rows of scenarios that exist, by their keys. @throws {UsageError} as `readRows`. */
function readTable(table: string, presence: TablePresence): Map<string, string> {
  const names = scenarioNames();
  return new Map(
    readRows(table, presence)
      .filter((row) => names.includes(row.split(",", 1)[0] as string))
      .map((row) => [keyOf(row), row]),
  );
}

/**
 * Returns the rows of the table; none if it is a new one.
 * @throws {UsageError} if the file cannot be read, or is another one, which must not be replaced.
 */
function readRows(table: string, presence: TablePresence): string[] {
  let text: string;
  try {
    text = readFileSync(table, "utf8");
  } catch (cause) {
    if (isMissingFile(cause) && presence === "may be new") return [];
    throw new UsageError(`--table: ${unreadable(table, cause)}`, { cause });
  }
  const [first, ...rows] = text.trimEnd().split("\n");
  if (first === head || text === "") return rows;
  throw new UsageError(`--table: ${table} is not a table of the study: its columns are others`);
}

/**
 * Replaces the table.
 * @throws {UsageError} if it cannot be written.
 * @throws {Fault} `no-space` if its disk fails.
 */
function writeRows(table: string, rows: readonly string[]): void {
  try {
    replaceFiles([{ name: table, text: `${[head, ...rows].join("\n")}\n` }]);
  } catch (cause) {
    throw writeFailure(`--table: ${table} cannot be written: ${fileReason(cause)}`, cause);
  }
}

/** Returns a row by the names of its columns. */
function factsOf(row: string): Readonly<Record<string, string | number>> {
  const names = head.split(",");
  const facts = row.split(",").map((text, i) => [names[i], i === 0 ? text : Number(text)] as const);
  return Object.fromEntries(facts);
}

async function measure(name: string, seed: number, signal: AbortSignal): Promise<string> {
  const file = new URL(`${name}.json`, folder);
  const scenario = parseScenario(JSON.parse(readFileSync(file, "utf8")));
  const { child } = await runScenario({ ...scenario, seed }, { signal });
  if (child === undefined) throw new UsageError(`${name} has no merge-mined chain`);
  return [name, seed, ...Object.values(columns).map((of) => of(child))].join();
}
