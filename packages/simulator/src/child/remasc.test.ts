import assert from "node:assert/strict";
import { test } from "node:test";
import { createRewardBalance, shareOut } from "./remasc.js";
import { createMinerRewards, createRemascRewards } from "./rewards.js";

/**
 * The worked example in the public network's documentation: two siblings, one listed a block late.
 */
test("of 10,000 with two siblings each of three miners gets 2,376, the late one less", () => {
  const [miner, publisherOne, inTime, publisherTwo, late] = shareOut(10_000, {
    group: 0,
    siblings: [
      { group: 1, publisher: 3, distance: 1 },
      { group: 2, publisher: 4, distance: 2 },
    ],
  });
  assert.deepEqual(miner, { group: 0, amount: 2_376 });
  assert.deepEqual(publisherOne, { group: 3, amount: 396 });
  assert.deepEqual(inTime, { group: 1, amount: 2_376 });
  assert.deepEqual(publisherTwo, { group: 4, amount: 396 });
  // 2,376 minus a twentieth, which is 118 and not 118.8: the documentation has 2,257, a rounding
  // error.
  assert.deepEqual(late, { group: 2, amount: 2_258 });
});

test("without siblings the miner gets all but the makers' fifth and the federation's hundredth", () => {
  assert.deepEqual(shareOut(10_000, { group: 5, siblings: [] }), [{ group: 5, amount: 7_920 }]);
});

test("a block shares out a tenth of the balance, so fees are smoothed over blocks", () => {
  const takeIn = createRewardBalance();
  assert.equal(takeIn(100_000), 10_000);
  assert.equal(takeIn(0), 9_000);
  assert.equal(takeIn(0), 8_100);
});

test("equal fees in every block end as equal shares, whoever has siblings waits for them", () => {
  const rewards = createRemascRewards(2);
  for (let height = 1; height <= 400; height++) {
    const uncles = height % 2 === 0 && height > 1 ? [{ height: height - 1, group: 1 }] : [];
    rewards.addMain({ height, group: 0, fees: 100_000, uncles });
  }
  rewards.finish();
  const [miner, siblings] = rewards.earned as [number, number];
  // A block with a sibling pays it half of nine tenths; every second block has one.
  assert.ok(Math.abs(siblings / (miner + siblings) - 0.225) < 0.002, `${siblings / miner}`);
});

test("by the simple rule the miner has its fees and nobody else anything", () => {
  const rewards = createMinerRewards(2);
  rewards.addMain({ height: 2, group: 0, fees: 7, uncles: [{ height: 1, group: 1 }] });
  rewards.finish();
  assert.deepEqual(rewards.earned, [7, 0]);
});
