// Runs the scenarios of packages/simulator/scenarios/study with several seeds and writes what they
// measured to docs/difficulty-study.csv, from which `node scripts/generate.mjs` makes the tables and
// charts of docs/difficulty-study.md. Takes half an hour; needs a build before it. With names, only
// those scenarios are run again and their rows replaced.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseScenario, runScenario } from "../packages/simulator/dist/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "packages/simulator/scenarios/study");
const table = join(root, "docs/difficulty-study.csv");
const seeds = [1, 2, 3];

/** Blocks by the uncles they list: none to five, and more. */
const listedShown = 6;

/** What is kept of a run: a name a column, and how it follows from the results. */
const columns = {
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
      ({ unclesListed, main }) => ((unclesListed[uncles] ?? 0) / main).toFixed(4),
    ]),
  ),
};

const names = readdirSync(folder)
  .map((file) => file.replace(".json", ""))
  .sort();
const asked = process.argv.slice(2);
const wrong = asked.filter((name) => !names.includes(name));
if (wrong.length > 0) throw new Error(`no scenario of the study is named ${wrong.join(", ")}`);

const head = ["scenario", "seed", ...Object.keys(columns)].join(",");

function readRows() {
  try {
    const [first, ...rows] = readFileSync(table, "utf8").trimEnd().split("\n");
    return first === head ? rows : [];
  } catch {
    return [];
  }
}

const rows = new Map(readRows().map((row) => [row.split(",", 2).join(), row]));
const isAsked = (name) => asked.length === 0 || asked.includes(name);
for (const key of [...rows.keys()]) {
  if (!names.includes(key.split(",")[0])) rows.delete(key);
}
for (const name of names.filter(isAsked)) {
  const scenario = parseScenario(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")));
  for (const seed of seeds) {
    const { child } = await runScenario({ ...scenario, seed });
    const key = `${name},${seed}`;
    rows.set(key, [key, ...Object.values(columns).map((of) => of(child))].join());
    process.stdout.write(`${rows.get(key)}\n`);
    writeFileSync(table, `${[head, ...[...rows.values()].sort()].join("\n")}\n`);
  }
}
