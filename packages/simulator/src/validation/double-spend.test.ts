/** Compares double-spends with the tables of Nakamoto and of Rosenfeld. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";
import { doubleSpends, doubleSpendWorld } from "./published.js";

for (const spend of doubleSpends) {
  const { share, confirmations, waiting, probability } = spend;
  const trials = fewOrMany(spend.trials / 25, spend.trials);
  const who = waiting === "blocks" ? "Rosenfeld" : "Nakamoto";
  test(`${who}: ${share} of the hash power, ${confirmations} blocks: ${probability}`, async () => {
    const { attacks } = await runScenario(
      parseScenario({ ...doubleSpendWorld(spend, trials), seed: 1 }),
    );
    const [attack] = attacks;
    assert.ok(attack && attack.trials >= trials);
    const { low, high } = attack.success;
    assert.ok(low <= probability && probability <= high, JSON.stringify(attack.success));
    // The estimate is precise enough to distinguish the figures of both.
    const width = fewOrMany(1.3, 0.5) * probability;
    assert.ok(high - low < width || probability < 0.001);
  });
}
