/** Checks that every built-in scenario meets its expectations. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, it } from "node:test";
import { scenarioFolder } from "./built-in.js";
import { runScenario } from "./run-scenario.js";
import { parseScenario } from "./scenario/scenario.js";
import { seedOffset } from "./testing/extent.js";
import { scenarioKeys } from "./testing/scenario-keys.js";

const files = readdirSync(scenarioFolder).filter((name) => name.endsWith(".json"));
const read = (file: string, numbers: Readonly<Record<string, number>> = {}): unknown =>
  JSON.parse(
    readFileSync(new URL(file, scenarioFolder), "utf8"),
    (key, value) => numbers[key] ?? value,
  );

/**
 * In `npm test` these scenarios run for a part of their length, divided by this number, at which
 * they meet their expectations with their own seeds. Those of `sooner` are shorter otherwise, and the
 * others need their whole length.
 */
const divisors: Readonly<Record<string, number>> = {
  "close-parent": 8,
  "double-spend": 10,
  "fee-ties": 10,
  "honest-no-alarm": 20,
  "late-uncles": 5,
  "low-merge-mining-share": 2.5,
  "merchant-by-the-clock": 10,
  "notify-policies": 5,
  "payment-on-child": 10,
  "ring-of-miners": 10,
  "selfish-bitcoin": 10,
  "selfish-pool": 8,
  "selfish-too-small": 10,
  "shared-rewards": 5,
  "slow-network": 10,
  steady: 8,
  "template-refresh": 5,
  "ten-second-blocks": 5,
  "two-pools-race": 5,
  "uncle-storm": 3,
  "wallet-far-away": 10,
};

/** In `npm test` these scenarios come to what they show sooner: the numbers with these keys are others. */
const sooner: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "deep-reorg": { childBlocks: 1700, fromChildBlock: 200 },
  "miner-arrives": { hours: 24, warmUpHours: 11, fromHours: 2 },
  "partition-heals": { hours: 10, fromHours: 3, toHours: 6 },
};

/** Expected minimums that are counts: a part of a run has the same part of them. */
const counts: ReadonlySet<string> = new Set(["forkMonitor.tagged", "child.uncleDistances.1"]);

interface ScenarioFile {
  readonly seed: number;
  readonly stop: Readonly<Record<string, number>>;
  readonly expect: Readonly<Record<string, { readonly min?: number }>>;
}

/** Returns a scenario as this run of the tests changes it. */
function scenarioOf(file: string): unknown {
  const name = basename(file, ".json");
  const scenario = read(file, seedOffset === undefined ? sooner[name] : {}) as ScenarioFile;
  if (seedOffset !== undefined) return { ...scenario, seed: scenario.seed + seedOffset };
  const divisor = divisors[name] ?? 1;
  const stop = Object.entries(scenario.stop).map(([by, most]) => [by, Math.ceil(most / divisor)]);
  const expect = Object.entries(scenario.expect).map(([metric, range]) => {
    const isCount = range.min !== undefined && counts.has(metric);
    return [metric, isCount ? { ...range, min: Math.floor((range.min ?? 0) / divisor) } : range];
  });
  return { ...scenario, stop: Object.fromEntries(stop), expect: Object.fromEntries(expect) };
}

/** Returns the paths of all keys in a value, as the codec's reference writes them. */
function keysIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => keysIn(entry, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path === "expect" ? "expect.*" : path === "" ? key : `${path}.${key}`;
    return [at, ...keysIn(inner, at)];
  });
}

describe("the scenarios that come with the simulator", () => {
  it("are at least twelve, each with a text on what it shows and why", () => {
    assert.ok(files.length >= 12, `${files.length}`);
    for (const file of files) {
      const { about, expect } = parseScenario(read(file));
      assert.ok(about.length > 80, file);
      assert.ok(Object.keys(expect).length > 0, file);
      assert.match(basename(file, ".json"), /^[a-z]+(-[a-z]+)*$/);
    }
  });

  it("use every key", () => {
    const used = new Set(files.flatMap((file) => keysIn(read(file))));
    const unused = scenarioKeys().filter(({ path }) => !used.has(path));
    assert.deepEqual(unused, []);
  });

  for (const file of files) {
    it(`${basename(file, ".json")} meets its expectations`, async () => {
      const { expectations, isAsExpected } = await runScenario(parseScenario(scenarioOf(file)));
      const failed = expectations.filter(({ isMet }) => !isMet);
      assert.deepEqual(failed, []);
      assert.ok(isAsExpected);
    });
  }
});
