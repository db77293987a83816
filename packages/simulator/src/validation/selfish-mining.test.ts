/** Compares selfish mining with Eyal and Sirer's closed form (arXiv 1311.0243, equation 8). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";
import { selfishRevenue, selfishWorld } from "./published.js";

/** Figures of printed tables, which check the formula above. */
const printed: readonly (readonly [a: number, gamma: number, revenue: number])[] = [
  [0.1, 0, 0.03564],
  [0.25, 0.5, 0.25],
  [0.33, 1, 0.43015],
  [0.45, 0.5, 0.6806],
];
test("the closed form gives the printed values", () => {
  for (const [a, gamma, value] of printed)
    assert.ok(Math.abs(selfishRevenue(a, gamma) - value) < 6e-6);
});

for (const share of [0.1, 0.2, 0.25, 0.3, 0.33, 0.35, 0.4, 0.45]) {
  const blocks = share < 0.35 ? 1_000_000 : 2_000_000;
  for (const gamma of [0, 0.5, 1]) {
    test(`a selfish pool of ${share} with gamma ${gamma} earns what the theory says`, async () => {
      const { pools } = await runScenario(
        // The standard error of a run is at most a quarter of the tolerance.
        parseScenario({ ...selfishWorld(share, gamma, blocks * fewOrMany(0.04, 1)), seed: 1 }),
      );
      const found = pools[0]?.bitcoin.mainShare ?? 0;
      assert.ok(
        Math.abs(found - selfishRevenue(share, gamma)) < fewOrMany(0.015, 0.003),
        `${found}`,
      );
    });
  }
}
