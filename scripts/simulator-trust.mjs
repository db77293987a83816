// Runs the comparisons of docs/simulator-trust.md, ten seeds each, and writes
// docs/simulator-trust.csv, from which `node scripts/generate.mjs` generates the table. With
// --check it writes nothing and fails if a figure differs. Names select comparisons, and --seeds N
// the first seeds. All of them take a minute. Requires a build.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { parseScenario, runScenario } from "../packages/simulator/dist/index.js";
import { estimateMean } from "../packages/simulator/dist/measure/mean-interval.js";
import { comparisons } from "../packages/simulator/dist/validation/comparisons.js";
import { filled } from "./filled.mjs";

const table = new URL("../docs/simulator-trust.csv", import.meta.url);
const runs = 10;

const head = ["comparison", ...Array.from({ length: runs }, (_, i) => `seed ${i + 1}`)].join(",");

const readRows = (text) =>
  new Map(
    text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","))
      .map(([name, ...values]) => [name, values]),
  );

async function measure({ scenario, value }, seed) {
  const results = await runScenario(parseScenario({ ...scenario, seed }));
  return value(results).toPrecision(7);
}

/** Returns the figures of a row of the page. */
function judged(comparison, values) {
  const { mean, low, high } = estimateMean(values.map(Number));
  const isInside = low <= comparison.published && comparison.published <= high;
  const show = (value) => value.toFixed(comparison.decimals);
  const unit = comparison.unit === "" ? "" : ` ${comparison.unit}`;
  return {
    published: `${show(comparison.published)}${unit}`,
    simulated: `${show(mean)}${unit}`,
    interval: `${show(low)} to ${show(high)}`,
    inside: isInside ? "inside" : `off by ${show(Math.abs(comparison.published - mean))}`,
  };
}

const tests = "../packages/simulator/src/validation";

function lines(rows) {
  return [
    "| what | source | published | simulated | 99 % interval | | test |",
    "| --- | --- | --: | --: | --: | --- | --- |",
    ...comparisons.map((comparison) => {
      const { published, simulated, interval, inside } = judged(
        comparison,
        rows.get(comparison.name),
      );
      const { about, source, test } = comparison;
      const link = `[${test}](${tests}/${test}.test.ts)`;
      return `| ${about} | ${source} | ${published} | ${simulated} | ${interval} | ${inside} | ${link} |`;
    }),
  ];
}

/** Returns the document, with its name and its text. */
export const trustDocuments = (read) => [
  [
    "docs/simulator-trust.md",
    filled(read("docs/simulator-trust.md"), {
      comparisons: lines(readRows(read("docs/simulator-trust.csv"))),
    }),
  ],
];

async function main() {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" }, seeds: { type: "string", default: `${runs}` } },
  });
  const written = flags.check ? readRows(readFileSync(table, "utf8")) : new Map();
  const chosen = comparisons.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  if (chosen.length === 0 || (!flags.check && chosen.length < comparisons.length)) {
    throw new Error("names are for --check, and each must be one of a comparison");
  }
  for (const comparison of chosen) {
    const values = [];
    for (let seed = 1; seed <= Number(flags.seeds); seed++)
      values.push(await measure(comparison, seed));
    const before = written.get(comparison.name)?.slice(0, values.length);
    if (flags.check && `${before}` !== `${values}`) {
      process.stdout.write(`${comparison.name} gives ${values}, and the table has ${before}\n`);
      process.exitCode = 1;
    }
    written.set(comparison.name, values);
  }
  if (flags.check) return;
  const rows = [...written].map(([name, values]) => [name, ...values].join(","));
  writeFileSync(table, `${[head, ...rows].join("\n")}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main();
}
