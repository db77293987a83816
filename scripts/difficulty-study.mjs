// Runs the scenarios of packages/simulator/scenarios/study with several seeds and writes what they
// measured to docs/difficulty-study.csv, from which `node scripts/generate.mjs` makes the tables and
// charts of docs/difficulty-study.md. Takes ten minutes; needs a build before it. With names, only
// those scenarios are run again and their rows replaced. With --check the first seed of those named
// is run and nothing is written; the exit code is 1 when a row comes out otherwise.
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
const isCheck = process.argv.includes("--check");
const asked = process.argv.slice(2).filter((word) => word !== "--check");
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

async function measure(name, seed) {
  const scenario = parseScenario(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")));
  const { child } = await runScenario({ ...scenario, seed });
  return [name, seed, ...Object.values(columns).map((of) => of(child))].join();
}

async function check(name) {
  const [seed] = seeds;
  const row = await measure(name, seed);
  if (row === rows.get(`${name},${seed}`)) return;
  process.stdout.write(
    `${row}\nis what ${name} gives, and not what docs/difficulty-study.csv has\n`,
  );
  process.exitCode = 1;
}

async function renew(name) {
  for (const seed of seeds) {
    const row = await measure(name, seed);
    rows.set(`${name},${seed}`, row);
    process.stdout.write(`${row}\n`);
    writeFileSync(table, `${[head, ...[...rows.values()].sort()].join("\n")}\n`);
  }
}

for (const name of names.filter(isAsked)) await (isCheck ? check : renew)(name);
