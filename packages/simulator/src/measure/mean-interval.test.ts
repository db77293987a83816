import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { estimateMean, studentQuantile } from "./mean-interval.js";

describe("the interval of a mean", () => {
  it("is as wide as printed tables of Student's t say for 99 %", () => {
    const printed: readonly (readonly [freedom: number, t: number])[] = [
      ...([
        [1, 63.657],
        [2, 9.925],
        [3, 5.841],
        [4, 4.604],
        [9, 3.25],
      ] as const),
      ...([
        [20, 2.845],
        [30, 2.75],
        [60, 2.66],
        [120, 2.617],
      ] as const),
    ];
    for (const [freedom, t] of printed) {
      assert.ok(Math.abs(studentQuantile(freedom) - t) < 5.1e-4, `${freedom} degrees`);
    }
    // For many degrees of freedom it is that of the normal distribution.
    assert.ok(Math.abs(studentQuantile(100_000) - 2.5758) < 1e-3);
  });

  it("has the mean in its middle and half its width in standard errors", () => {
    const { count, mean, standardDeviation, low, high } = estimateMean([2, 4, 4, 4, 6]) ?? {};
    assert.deepEqual([count, mean], [5, 4]);
    assert.ok(Math.abs((standardDeviation ?? 0) - Math.SQRT2) < 1e-12);
    const half = (4.604_095 * Math.SQRT2) / Math.sqrt(5);
    assert.ok(
      Math.abs((low ?? 0) - (4 - half)) < 1e-5 && Math.abs((high ?? 0) - (4 + half)) < 1e-5,
    );
  });

  it("is not stated for a single value, and nothing is for none", () => {
    assert.deepEqual(estimateMean([7]), { count: 1, mean: 7 });
    assert.equal(estimateMean([]), undefined);
  });
});
