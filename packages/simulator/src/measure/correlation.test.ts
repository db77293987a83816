import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Correlation } from "./correlation.js";

const coefficientOf = (pairs: readonly (readonly [number, number])[]) => {
  const correlation = new Correlation();
  for (const [x, y] of pairs) correlation.add(x, y);
  return correlation.coefficient;
};

describe("the correlation of pairs", () => {
  it("is 1 on a rising line, -1 on a falling one, 0 if nothing varies", () => {
    const at = [1, 2, 5, 9];
    assert.ok(Math.abs(coefficientOf(at.map((x) => [x, 3 * x + 1])) - 1) < 1e-12);
    assert.ok(Math.abs(coefficientOf(at.map((x) => [x, -x])) + 1) < 1e-12);
    assert.equal(coefficientOf(at.map((x) => [x, 4])), 0);
    assert.equal(coefficientOf([]), 0);
  });

  it("equals the definition's result", () => {
    const value = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 40 }), (pairs) => {
        const mean = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
        const [mx, my] = [mean(0), mean(1)];
        const sum = (of: (dx: number, dy: number) => number) =>
          pairs.reduce((total, [x, y]) => total + of(x - mx, y - my), 0);
        const scale = Math.sqrt(sum((dx) => dx * dx) * sum((_, dy) => dy * dy));
        const expected = scale === 0 ? 0 : sum((dx, dy) => dx * dy) / scale;
        assert.ok(Math.abs(coefficientOf(pairs) - expected) < 1e-9);
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});
