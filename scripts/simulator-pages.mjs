// Generates the documents about the simulator: the keys of a scenario, its built-in scenarios, and
// one of them with its charts, as the command writes them.
import { readdirSync, readFileSync } from "node:fs";
import {
  parseScenario,
  report,
  runScenario,
  scenarioFolder,
  scenarioPage,
  summary,
} from "../packages/simulator/dist/index.js";
import { fenced, filled } from "./filled.mjs";

/** The scenario that docs/simulator.md explains. */
const worked = "notify-policies";

const names = readdirSync(scenarioFolder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(".json", ""))
  .sort();

const textOf = (name) => readFileSync(new URL(`${name}.json`, scenarioFolder), "utf8");

const list = () => [
  "| name | what it is about |",
  "| --- | --- |",
  ...names.map((name) => `| \`${name}\` | ${JSON.parse(textOf(name)).about} |`),
];

/** @returns the documents, each with its name and its text. */
export async function simulatorDocuments(read) {
  const text = textOf(worked);
  const results = await runScenario(parseScenario(JSON.parse(text)));
  const page = filled(read("docs/simulator.md"), {
    scenarios: list(),
    "worked scenario": fenced("json", text.trimEnd()),
    "worked summary": fenced("text", summary(results, worked).join("\n")),
  });
  const charts = report(results, worked).filter(({ name }) => name.endsWith(".svg"));
  return [
    ["docs/scenario-file.md", scenarioPage()],
    ["docs/simulator.md", page],
    ...charts.map((chart) => [`docs/images/${worked}-${chart.name}`, chart.text]),
  ];
}
