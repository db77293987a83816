/** Computes digests of the files of a short run of each built-in scenario, to compare two runs. */
import { createHash } from "node:crypto";
import { builtInTexts } from "../built-in.js";
import { report } from "../report/report.js";
import { runScenario } from "../run-scenario.js";
import { parseScenario, type Scenario } from "../scenario/scenario.js";
import { fewOrMany } from "./extent.js";

/** Returns the scenario with an earlier end and without expectations. */
const shortened = (scenario: Scenario): Scenario => ({
  ...scenario,
  warmUpHours: 0,
  stop: { hours: scenario.child === undefined ? fewOrMany(100, 500) : fewOrMany(0.15, 1) },
  expect: {},
});

/** Computes the SHA-256 of every file of every report, by `name/file`. */
export async function reportDigests(seedOffset = 0): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [scenarioName, json] of Object.entries(builtInTexts())) {
    const file = `${scenarioName}.json`;
    const parsed = parseScenario(JSON.parse(json));
    const scenario = { ...shortened(parsed), seed: parsed.seed + seedOffset };
    for (const { name, text } of report(await runScenario(scenario), file)) {
      digests[`${file}/${name}`] = createHash("sha256").update(text).digest("hex");
    }
  }
  return digests;
}
