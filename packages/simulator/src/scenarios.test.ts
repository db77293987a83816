/** Every scenario that comes with the simulator, held to what it promises. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, it } from "node:test";
import { scenarioFolder } from "./built-in.js";
import { runScenario } from "./run-scenario.js";
import { scenarioKeys } from "./scenario/reference.js";
import { parseScenario } from "./scenario/scenario.js";
import { seedOffset } from "./testing/extent.js";

const files = readdirSync(scenarioFolder).filter((name) => name.endsWith(".json"));
const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, scenarioFolder), "utf8"));

/** In `npm test` these run for a part of their length, at which they hold their promises with their own seeds. */
const shortened: ReadonlySet<string> = new Set([
  "close-parent",
  "double-spend",
  "fee-ties",
  "merchant-by-the-clock",
  "notify-policies",
  "payment-on-child",
  "ring-of-miners",
  "selfish-bitcoin",
  "selfish-pool",
  "selfish-too-small",
  "shared-rewards",
  "slow-network",
  "template-refresh",
  "ten-second-blocks",
  "two-pools-race",
  "wallet-far-away",
]);
const shortenedBy = 5;

/** A scenario as this run of the tests has it. */
function scenarioOf(file: string): unknown {
  const scenario = read(file) as { seed: number; stop: Record<string, number> };
  if (seedOffset !== undefined) return { ...scenario, seed: scenario.seed + seedOffset };
  if (!shortened.has(basename(file, ".json"))) return scenario;
  const stop = Object.entries(scenario.stop).map(([by, most]) => [
    by,
    Math.ceil(most / shortenedBy),
  ]);
  return { ...scenario, stop: Object.fromEntries(stop) };
}

/** Paths of all keys in a value, as the codec's reference writes them. */
function keysIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => keysIn(entry, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path === "expect" ? "expect.*" : path === "" ? key : `${path}.${key}`;
    return [at, ...keysIn(inner, at)];
  });
}

describe("the scenarios that come with the simulator", () => {
  it("are twelve at least, each with words on what it shows and why", () => {
    assert.ok(files.length >= 12, `${files.length}`);
    for (const file of files) {
      const { about, expect } = parseScenario(read(file));
      assert.ok(about.length > 80, file);
      assert.ok(Object.keys(expect).length > 0, file);
      assert.match(basename(file, ".json"), /^[a-z]+(-[a-z]+)*$/);
    }
  });

  it("use every key there is", () => {
    const used = new Set(files.flatMap((file) => keysIn(read(file))));
    const unused = scenarioKeys().filter(({ path }) => !used.has(path));
    assert.deepEqual(unused, []);
  });

  for (const file of files) {
    it(`${basename(file, ".json")} holds what it promises`, async () => {
      const { expectations, isAsExpected } = await runScenario(parseScenario(scenarioOf(file)));
      const failed = expectations.filter(({ isMet }) => !isMet);
      assert.deepEqual(failed, []);
      assert.ok(isAsExpected);
    });
  }
});
