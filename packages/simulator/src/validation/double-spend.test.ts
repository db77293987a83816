/**
 * Double-spends against Nakamoto (2008, section 11), whose attacker's progress is a Poisson draw over
 * the time the merchant's blocks take on average, and Rosenfeld (arXiv 1402.2009), whose merchant
 * waits for the blocks.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";

interface Published {
  readonly share: number;
  readonly confirmations: number;
  readonly waiting: "expected-time" | "blocks";
  readonly probability: number;
  readonly trials: number;
  /** Behind by so many, less than one attack in 10^9 would still succeed. */
  readonly giveUpDeficit: number;
}

const published: readonly Published[] = [
  {
    ...{ share: 0.1, confirmations: 5, waiting: "expected-time", probability: 0.0009137 },
    ...{ trials: 300_000, giveUpDeficit: 12 },
  },
  {
    ...{ share: 0.1, confirmations: 6, waiting: "expected-time", probability: 0.0002428 },
    ...{ trials: 300_000, giveUpDeficit: 12 },
  },
  {
    ...{ share: 0.3, confirmations: 5, waiting: "expected-time", probability: 0.1773523 },
    ...{ trials: 100_000, giveUpDeficit: 25 },
  },
  {
    ...{ share: 0.3, confirmations: 10, waiting: "expected-time", probability: 0.0416605 },
    ...{ trials: 100_000, giveUpDeficit: 25 },
  },
  {
    ...{ share: 0.1, confirmations: 6, waiting: "blocks", probability: 0.0005914 },
    ...{ trials: 300_000, giveUpDeficit: 12 },
  },
  {
    ...{ share: 0.3, confirmations: 6, waiting: "blocks", probability: 0.1565 },
    ...{ trials: 100_000, giveUpDeficit: 25 },
  },
  {
    ...{ share: 0.3, confirmations: 10, waiting: "blocks", probability: 0.0651 },
    ...{ trials: 100_000, giveUpDeficit: 25 },
  },
];

for (const { share, confirmations, waiting, probability, ...run } of published) {
  const { giveUpDeficit } = run;
  const trials = fewOrMany(run.trials / 25, run.trials);
  const who = waiting === "blocks" ? "Rosenfeld" : "Nakamoto";
  test(`${who}: ${share} of the hash power, ${confirmations} blocks: ${probability}`, async () => {
    const { attacks } = await runScenario(
      parseScenario({
        about: "An attacker that hides a branch, trial after trial.",
        seed: 1,
        stop: { trials },
        bitcoin: { isRetargeting: false },
        pools: [
          {
            ...{ name: "attacker", share },
            strategy: { kind: "double-spend", confirmations, waiting, giveUpDeficit },
          },
          { name: "honest", share: 1 - share },
        ],
      }),
    );
    const [attack] = attacks;
    assert.ok(attack && attack.trials >= trials);
    const { low, high } = attack.success;
    assert.ok(low <= probability && probability <= high, JSON.stringify(attack.success));
    // The estimate is sharp enough to tell the two men's figures apart.
    const width = fewOrMany(1.3, 0.5) * probability;
    assert.ok(high - low < width || probability < 0.001);
  });
}
