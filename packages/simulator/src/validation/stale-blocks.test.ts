/**
 * Compares stale blocks under a latency with the growth formula of Sompolinsky and Zohar (eprint
 * 2013/881), which independent event simulations confirm, and with the published runs of
 * gavinandresen/bitcoin_miningsim, whose worlds are rebuilt here: a block is delayed by so many
 * seconds once, at its finder, and by a hundredth of a second for each hop.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario } from "../run-scenario.js";
import { parseScenario } from "../scenario/scenario.js";
import { fewOrMany } from "../testing/extent.js";

const world = (changes: object) =>
  parseScenario({
    about: "Equal pools, constant difficulty.",
    stop: { bitcoinBlocks: 300_000 },
    ...changes,
  });

/**
 * The tolerance of stale shares from simulations with a constant latency, whose last digit is
 * rounded.
 */
const tolerance = fewOrMany(0.08, 0.05);
const simulated = [
  { count: 1_000, blockSeconds: 600, latencySeconds: 1, blocks: 7_000_000, stale: 0.0017 },
  { count: 1_000, blockSeconds: 600, latencySeconds: 20, blocks: 300_000, stale: 0.0321 },
  { count: 10, blockSeconds: 600, latencySeconds: 20, blocks: 300_000, stale: 0.0292 },
  { count: 10, blockSeconds: 24, latencySeconds: 5, blocks: 200_000, stale: 0.155 },
  { count: 10, blockSeconds: 14, latencySeconds: 2, blocks: 200_000, stale: 0.112 },
];
for (const { count, blockSeconds, latencySeconds, blocks, stale } of simulated) {
  const name = `${count} pools, ${blockSeconds} s a block, ${latencySeconds} s of latency`;
  test(`the stale share is ${stale} within ${100 * tolerance} %: ${name}`, async () => {
    const { bitcoin } = await runScenario(
      world({
        stop: { bitcoinBlocks: fewOrMany(Math.min(0.15 * blocks, 500_000), blocks) },
        bitcoin: { blockSeconds, isRetargeting: false },
        network: { latencySeconds },
        pools: [{ name: "equal", share: 1, count }],
      }),
    );
    assert.ok(Math.abs(bitcoin.staleShare / stale - 1) < tolerance, `${bitcoin.staleShare}`);
    const load = ((1 - 1 / count) * latencySeconds) / blockSeconds;
    const main = (600 / blockSeconds / (1 + load)) * (bitcoin.intervalSeconds.mean / 600);
    assert.ok(Math.abs(main * blockSeconds - blockSeconds) < 0.02 * blockSeconds, `${main}`);
  });
}

const runs = fewOrMany(40, 200);

/** Returns the number of stale blocks of each run of 2,016 blocks, in ascending order. */
async function ringRuns(latencySeconds: number): Promise<readonly number[]> {
  const counts: number[] = [];
  for (let seed = 1; seed <= runs; seed++) {
    const { bitcoin } = await runScenario(
      world({
        seed,
        stop: { bitcoinBlocks: 2_016 },
        bitcoin: { isRetargeting: false },
        network: { latencySeconds, ringHopSeconds: 0.01 },
        pools: [{ name: "equal", share: 1, count: 10 }],
      }),
    );
    counts.push(bitcoin.stale);
  }
  return counts.sort((a, b) => a - b);
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * Both published outcomes of each are one run of 2,016 blocks. With 20 s there are an older and a
 * newer one, and the published stale shares are within 10 % of this simulator's mean.
 */
const ring = [
  { latencySeconds: 1, published: [4], shares: [] },
  { latencySeconds: 20, published: [65, 62], shares: [0.03224, 0.03075] },
];
for (const { latencySeconds, published, shares } of ring) {
  test(`ten pools in a ring, ${latencySeconds} s: the published run is one of ours`, async () => {
    const counts = await ringRuns(latencySeconds);
    for (const count of published) {
      const atMost = counts.filter((value) => value <= count).length / runs;
      const atLeast = counts.filter((value) => value >= count).length / runs;
      // The error of one run is 57 % at one second and 13 % at twenty.
      assert.ok(
        atMost > 0.025 && atLeast > 0.025,
        `${count}: ${atMost} at most, ${atLeast} at least`,
      );
    }
    // The error of the mean decreases with the square root of the number of runs.
    const load = (0.9 * (latencySeconds + (25 / 9) * 0.01)) / 600;
    const expected = (2_016 * load) / (1 + load);
    const tolerance = (3 * Math.sqrt(expected)) / Math.sqrt(runs);
    assert.ok(Math.abs(mean(counts) - expected) < tolerance, `${mean(counts)}, not ${expected}`);
    const stale = mean(counts) / 2_016;
    for (const share of shares) {
      assert.ok(Math.abs(stale / share - 1) < 0.1, `${stale} and ${share}`);
    }
  });
}

test("a pool of 30 % and seven of 10 %, 20 s: 2.694 % and 2.715 % within 3 %", async () => {
  const { bitcoin } = await runScenario(
    world({
      stop: { bitcoinBlocks: fewOrMany(120_000, 600_000) },
      bitcoin: { isRetargeting: false },
      // Three of the seven receive the large one first; the others a hop later.
      network: { latencySeconds: 20.01 },
      pools: [
        { name: "large", share: 0.3 },
        { name: "small", share: 0.7, count: 7 },
      ],
    }),
  );
  for (const published of [0.02694, 0.02715]) {
    assert.ok(Math.abs(bitcoin.staleShare / published - 1) < 0.03, `${bitcoin.staleShare}`);
  }
});
