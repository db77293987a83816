import assert from "node:assert/strict";
import { test } from "node:test";
import { mainSpec, testSpec } from "@tandem/primitives";
import fc from "fast-check";
import { nextDifficulty, targetOf } from "./difficulty.js";
import { blockWeight, isPreferred } from "./fork-choice.js";
import { gasLimitBounds, nextGasLimit } from "./gas-limit.js";
import { minimumGasPriceBounds, nextMinimumGasPrice } from "./minimum-gas-price.js";
import { createSealedChain } from "./testing/sealed-chain.js";

const genesis = createSealedChain().head;

test("a target is 2^256 divided by the difficulty, and never easier than a third", () => {
  const third = (1n << 256n) / 3n;
  assert.equal(third.toString(16), "5".repeat(64));
  for (const difficulty of [0n, 1n, 2n, 3n]) assert.equal(targetOf(difficulty), third);
  assert.equal(targetOf(1n << 255n), 2n);
});

test("difficulty rises a step when a block is early, falls when late, stays when on time", () => {
  const parent = { ...genesis, difficulty: 800_000n };
  const after = (seconds: number, uncleCount = 0) =>
    nextDifficulty({ parent, timestamp: parent.timestamp + seconds, uncleCount, spec: mainSpec });
  assert.equal(after(13), 802_000n);
  assert.equal(after(14), 800_000n);
  assert.equal(after(15), 798_000n);
  assert.equal(after(27, 1), 802_000n);
  assert.equal(after(28, 1), 800_000n);
  assert.equal(after(0), 802_000n);
  assert.equal(after(-1), 800_000n);
});

test("before the slow rule a step is a fiftieth, and no step passes the minimum", () => {
  const parent = { ...genesis, difficulty: 800_000n };
  const { papyrus: _, ...forks } = mainSpec.forks;
  const spec = { ...mainSpec, forks, minimumDifficulty: 799_000n };
  const after = (seconds: number) =>
    nextDifficulty({ parent, timestamp: parent.timestamp + seconds, uncleCount: 0, spec });
  assert.equal(after(1), 816_000n);
  assert.equal(after(100), 799_000n);
});

test("difficulty 1 stays 1 on a development chain however blocks come", () => {
  for (const seconds of [1, 10, 1000]) {
    const timestamp = genesis.timestamp + seconds;
    assert.equal(nextDifficulty({ parent: genesis, timestamp, uncleCount: 0, spec: testSpec }), 1n);
  }
});

const wei = fc.bigInt({ min: 0n, max: 10n ** 15n });

test("a step of the gas limit is legal and goes towards its target", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 3_000_000n, max: 10n ** 9n }), wei, (gasLimit, target) => {
      const parent = { ...genesis, gasLimit };
      const next = nextGasLimit({ parent, target, spec: testSpec });
      const { lowest, highest } = gasLimitBounds(parent);
      assert.ok(next >= lowest && next <= highest && next >= testSpec.minimumGasLimit);
      if (target >= gasLimit) assert.ok(next >= gasLimit && next <= target);
      else assert.ok(next <= gasLimit && (next >= target || next === testSpec.minimumGasLimit));
    }),
    { seed: 11, numRuns: 200 },
  );
});

test("a step of the minimum gas price is at most 1 %, at least 1 wei, never below zero", () => {
  const bounds = (minimumGasPrice: bigint) =>
    minimumGasPriceBounds({ ...genesis, minimumGasPrice });
  assert.deepEqual(bounds(0n), { lowest: 0n, highest: 1n });
  assert.deepEqual(bounds(1n), { lowest: 0n, highest: 2n });
  assert.deepEqual(bounds(199n), { lowest: 198n, highest: 200n });
  assert.deepEqual(bounds(60_000_000n), { lowest: 59_400_000n, highest: 60_600_000n });
  fc.assert(
    fc.property(wei, wei, (minimumGasPrice, target) => {
      const parent = { ...genesis, minimumGasPrice };
      const next = nextMinimumGasPrice({ parent, target });
      const { lowest, highest } = bounds(minimumGasPrice);
      assert.ok(next >= lowest && next <= highest);
      if (target >= lowest && target <= highest) assert.equal(next, target);
    }),
    { seed: 12, numRuns: 200 },
  );
});

const head = (totalDifficulty: bigint, paidFees: bigint, first: number) => ({
  totalDifficulty,
  paidFees,
  hash: new Uint8Array(32).fill(first),
});

test("more work wins, whatever the fees and hashes", () => {
  assert.equal(isPreferred(head(11n, 0n, 9), head(10n, 99n, 1)), true);
  assert.equal(isPreferred(head(10n, 99n, 1), head(11n, 0n, 9)), false);
});

test("at equal work more than twice the fees wins, else the smaller hash", () => {
  assert.equal(isPreferred(head(10n, 21n, 9), head(10n, 10n, 1)), true);
  assert.equal(isPreferred(head(10n, 20n, 9), head(10n, 10n, 1)), false);
  assert.equal(isPreferred(head(10n, 10n, 1), head(10n, 10n, 9)), true);
  assert.equal(isPreferred(head(10n, 10n, 9), head(10n, 10n, 1)), false);
  assert.equal(isPreferred(head(10n, 5n, 1), head(10n, 10n, 9)), false, "half the fees is too few");
  assert.equal(isPreferred(head(10n, 6n, 1), head(10n, 10n, 9)), true);
  assert.equal(isPreferred(head(10n, 0n, 1), head(10n, 0n, 9)), false, "none of them has fees");
});

test("two heads never both displace each other", () => {
  const any = fc
    .tuple(fc.bigInt({ min: 1n, max: 3n }), fc.bigInt({ min: 0n, max: 9n }), fc.nat(9))
    .map(([work, fees, first]) => head(work, fees, first));
  fc.assert(
    fc.property(any, any, (a, b) => {
      assert.ok(!(isPreferred(a, b) && isPreferred(b, a)));
    }),
    { seed: 13, numRuns: 500 },
  );
});

test("a block weighs its difficulty and its uncles'", () => {
  const uncle = { ...genesis, difficulty: 5n };
  assert.equal(blockWeight({ header: genesis, transactions: [], uncles: [uncle, uncle] }), 11n);
});
