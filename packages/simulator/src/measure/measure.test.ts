import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { reorgDepthsCounted, seriesPointsMax } from "../limits.js";
import { Sample } from "./distribution.js";
import { estimateShare } from "./estimate.js";
import { ReorgCount } from "./reorgs.js";
import { Series } from "./series.js";

test("quantiles are within half a percent of the sample's own", () => {
  const values = fc.array(fc.double({ min: 0.01, max: 1e8, noNaN: true }), {
    minLength: 1,
    maxLength: 300,
  });
  fc.assert(
    fc.property(values, (list) => {
      const sample = new Sample();
      for (const value of list) sample.add(value);
      const summary = sample.summary();
      const sorted = [...list].sort((a, b) => a - b);
      const exact = (share: number) => sorted[Math.ceil(share * list.length) - 1] as number;
      assert.equal(summary.highest, sorted.at(-1));
      assert.ok(
        Math.abs(summary.mean / (list.reduce((a, b) => a + b, 0) / list.length) - 1) < 1e-9,
      );
      for (const [share, found] of [
        [0.1, summary.p10],
        [0.5, summary.median],
        [0.9, summary.p90],
        [0.99, summary.p99],
      ] as const) {
        assert.ok(Math.abs(found / exact(share) - 1) < 0.0051, `${found} for ${exact(share)}`);
      }
    }),
    { seed: 1, numRuns: 100 },
  );
});

test("quantiles are products alone, whose last digits are the same in every engine", () => {
  // Powers are not: those of V8 differ between Node 22 and 24.
  let middle = 1e-3 * Math.sqrt(1.01);
  for (let bin = 1; bin < 2_500; bin++) {
    const sample = new Sample();
    sample.add(middle);
    sample.add(1e9);
    assert.equal(sample.summary().median, middle, `bin ${bin}`);
    middle *= 1.01;
  }
});

test("an empty sample is all zero, and a negative value counts as the least", () => {
  const sample = new Sample();
  assert.deepEqual(sample.summary(), {
    count: 0,
    mean: 0,
    median: 0,
    p10: 0,
    p90: 0,
    p99: 0,
    highest: 0,
  });
  sample.add(-5);
  sample.add(10);
  const { mean, p10, highest } = sample.summary();
  assert.deepEqual({ mean, p10, highest }, { mean: 2.5, p10: 0, highest: 10 });
});

test("a series of any length keeps its sums and stays within its points", () => {
  for (const length of [1, seriesPointsMax, seriesPointsMax + 1, 12_345]) {
    const series = new Series();
    for (let i = 1; i <= length; i++) {
      series.add({ height: i, foundAt: i * 3600, difficulty: i, interval: 3600, stale: i % 2 });
    }
    const points = series.points();
    assert.ok(points.length <= seriesPointsMax);
    const sum = (of: (point: (typeof points)[0]) => number) =>
      points.reduce((total, point) => total + of(point) * point.blocks, 0);
    assert.equal(points.at(-1)?.height, length);
    assert.equal(points.at(-1)?.hours, length);
    assert.equal(
      points.reduce((total, { blocks }) => total + blocks, 0),
      length,
    );
    assert.ok(Math.abs(sum(({ difficulty }) => difficulty) - (length * (length + 1)) / 2) < 1e-3);
    assert.ok(Math.abs(sum(({ stalePerBlock }) => stalePerBlock) - Math.ceil(length / 2)) < 1e-6);
    const sizes = new Set(points.slice(0, -1).map(({ blocks }) => blocks));
    assert.ok(sizes.size <= 1, "all points but the last sum up equally many");
  }
});

test("reorgs are counted by depth, the very deep ones together", () => {
  const reorgs = new ReorgCount(100);
  reorgs.add(0, 100);
  reorgs.add(1, 100, 3);
  reorgs.add(reorgDepthsCounted + 50, 101);
  // This one was during the warm-up.
  reorgs.add(2, 99);
  const { count, deepest, byDepth } = reorgs.summary();
  assert.equal(count, 4);
  assert.equal(deepest, reorgDepthsCounted + 50);
  assert.equal(byDepth.length, reorgDepthsCounted);
  assert.equal(byDepth[0], 3);
  assert.equal(byDepth.at(-1), 1);
});

test("Wilson's interval holds the true share 99 times of 100", () => {
  // This is the exact value by the binomial distribution of 60 trials.
  const trials = 60;
  for (const truth of [0.03, 0.2, 0.5]) {
    let chance = (1 - truth) ** trials;
    let covered = 0;
    for (let successes = 0; successes <= trials; successes++) {
      const { low, high } = estimateShare(successes, trials);
      if (low <= truth && truth <= high) covered += chance;
      chance *= ((trials - successes) / (successes + 1)) * (truth / (1 - truth));
    }
    assert.ok(covered > 0.975 && covered <= 1, `${covered} at ${truth}`);
  }
});

test("an estimate of few trials says so", () => {
  assert.deepEqual(estimateShare(0, 0), { share: 0, low: 0, high: 1 });
  assert.equal(estimateShare(0, 100).low, 0);
  assert.ok(Math.abs(estimateShare(0, 100).high - 0.0622) < 1e-4);
  assert.equal(estimateShare(100, 100).high, 1);
});
