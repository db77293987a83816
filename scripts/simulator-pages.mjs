// Generates the documents about the simulator: the keys of a scenario, its built-in scenarios, and
// one of them with its charts, as the command writes them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text as textOfStream } from "node:stream/consumers";
import { main } from "../apps/node/dist/main.js";
import {
  builtInTexts,
  parseScenario,
  report,
  runScenario,
  scenarioPage,
  summary,
} from "../packages/simulator/dist/index.js";
import { fenced, filled } from "./filled.mjs";

/** The scenario that docs/simulator.md explains. */
const worked = "notify-policies";

const texts = builtInTexts();

const list = () => [
  "| name | what it is about |",
  "| --- | --- |",
  ...Object.entries(texts).map(([name, text]) => `| \`${name}\` | ${JSON.parse(text).about} |`),
];

/** The measure of the chart of the sweep. */
const sweptMeasure = "bitcoin.staleShare";

/** The sweep that docs/simulator.md shows, as it is typed there. */
const sweepArguments = [
  ...["simulate", "two-pools-race", "--seed", "1-4", "--set", "network.latencySeconds=10,60,120"],
  ...["--set", "stop.bitcoinBlocks=20000", "--set", "expect={}", "--measure", sweptMeasure],
];

/** Runs the sweep by the command. @returns what it prints, and its chart. */
async function runSweep() {
  const folder = mkdtempSync(join(tmpdir(), "tandem-sweep-"));
  try {
    const stdout = new PassThrough();
    const printed = textOfStream(stdout);
    const code = await main([...sweepArguments, "--out", folder], { stdout, stderr: stdout });
    stdout.end();
    if (code !== 0) throw new Error(`the sweep ended with ${code}: ${await printed}`);
    return {
      summary: (await printed).replace(folder, "./results").trimEnd(),
      chart: readFileSync(join(folder, `${sweptMeasure}.svg`), "utf8"),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the documents, each with its name and its text. */
export async function simulatorDocuments(read) {
  const text = texts[worked];
  const results = await runScenario(parseScenario(JSON.parse(text)));
  const sweep = await runSweep();
  const page = filled(read("docs/simulator.md"), {
    scenarios: list(),
    "worked scenario": fenced("json", text.trimEnd()),
    "worked summary": fenced("text", summary(results, worked).join("\n")),
    "worked sweep": fenced("text", sweep.summary),
  });
  const charts = report(results, worked).filter(({ name }) => name.endsWith(".svg"));
  return [
    ["docs/scenario-file.md", scenarioPage()],
    ["docs/simulator.md", page],
    ["docs/images/two-pools-race-sweep.svg", sweep.chart],
    ...charts.map((chart) => [`docs/images/${worked}-${chart.name}`, chart.text]),
  ];
}
