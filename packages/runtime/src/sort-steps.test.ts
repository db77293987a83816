import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { sortSteps } from "./sort-steps.js";

/** Runs steps to the end, and returns their number and the result. */
function take<T>(steps: Generator<void, T>): { count: number; value: T } {
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done === true) return { count, value: step.value };
  }
}

describe("sorting in steps", () => {
  it("has the result of `sort`, with equal entries in their order", () => {
    const entries = fc.array(fc.nat(200), { minLength: 0, maxLength: 5_000, size: "max" });
    fc.assert(
      fc.property(entries, (keys) => {
        const pairs = keys.map((key, place) => ({ key, place }));
        const order = (a: { key: number }, b: { key: number }) => a.key - b.key;
        assert.deepEqual(take(sortSteps(pairs, order)).value, [...pairs].sort(order));
      }),
      { numRuns: 50 },
    );
  });

  it("can be interrupted often", () => {
    const length = 100_000;
    let compared = 0;
    let most = 0;
    const steps = sortSteps(
      Array.from({ length }, (_, n) => (n * 7_919) % length),
      (a, b) => {
        compared++;
        return a - b;
      },
    );
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      most = Math.max(most, compared);
      compared = 0;
    }
    assert.ok(most > 0 && most < 10_000, `${most} comparisons in one step`);
  });
});
