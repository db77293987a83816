/**
 * Checks the interval at which the child's difficulty is stable. The rule raises the difficulty
 * after an early block and lowers it after a late one, so the median interval equals the target:
 * with exponential intervals and no uncles the mean is 14 / ln 2 = 20.2 seconds.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";

test("without uncles a pace of 14 s is a median of 14 s and a mean of 20.2 s", async () => {
  const { child } = await runScenario(
    parseScenario({
      about: "One pool that renews its work without pause.",
      seed: 1,
      stop: { childBlocks: fewOrMany(5_000, 40_000) },
      child: { blockSeconds: 14, difficultyDivisor: 400, timestamps: "found" },
      pools: [{ name: "all", share: 1, work: { pollSeconds: 0, refreshSeconds: 0, notify: 2 } }],
    }),
  );
  assert.ok(child);
  assert.equal(child.uncles, 0);
  assert.equal(child.refused, 0);
  const { mean, median } = child.intervalSeconds;
  assert.ok(Math.abs(mean - 20.2) < fewOrMany(0.6, 0.3), `mean ${mean}`);
  assert.ok(Math.abs(median - 14) < fewOrMany(0.4, 0.2), `median ${median}`);
});
