import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { place, scaleOf, showNumber } from "./scale.js";

const finite = fc.double({ min: -1e12, max: 1e12, noNaN: true });

describe("an axis", () => {
  it("covers its values with a few ticks that differ when written", () => {
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const { from, to, ticks, decimals } = scaleOf(low, high);
        const slack = 1e-6 * Math.max(1, Math.abs(low), Math.abs(high));
        assert.ok(from <= low + slack && to >= high - slack, `${from} ${to}`);
        assert.ok(ticks.length >= 2 && ticks.length <= 9, `${ticks}`);
        const written = ticks.map((tick) => showNumber(tick, decimals));
        assert.equal(new Set(written).size, written.length);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it("has ticks at round numbers", () => {
    assert.deepEqual(scaleOf(0, 24).ticks, [0, 5, 10, 15, 20, 25]);
    assert.deepEqual(scaleOf(0, 0.43).ticks, [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    assert.deepEqual(scaleOf(0, 3, true).ticks, [0, 1, 2, 3]);
  });

  it("widens the range of a single value", () => {
    for (const value of [0, 7, -7]) {
      const { from, to } = scaleOf(value, value);
      assert.ok(from < to && from <= value && value <= to);
    }
  });

  it("shows small values, such as rare successes, as it shows large ones", () => {
    const { ticks, decimals } = scaleOf(0, 4.3e-8);
    assert.deepEqual(ticks, [0, 1e-8, 2e-8, 3e-8, 4e-8, 5e-8]);
    assert.equal(showNumber(ticks[1] ?? 0, decimals), "0.00000001");
    assert.deepEqual(scaleOf(2e-9, 2e-9).ticks, [0, 5e-10, 1e-9, 1.5e-9, 2e-9, 2.5e-9]);
  });

  it("takes what differs by rounding errors as one value", () => {
    assert.deepEqual(scaleOf(0, 1e-16).ticks, scaleOf(0, 0).ticks);
    assert.deepEqual(scaleOf(-1e-16, 1e-16).ticks, scaleOf(0, 0).ticks);
    assert.deepEqual(scaleOf(0.3, 0.1 + 0.2).ticks, scaleOf(0.3, 0.3).ticks);
  });

  it("places its ends at the ends", () => {
    const scale = scaleOf(0, 10);
    assert.deepEqual([place(scale, 0, 50, 650), place(scale, 10, 50, 650)], [50, 650]);
  });
});

describe("a number on a chart", () => {
  it("has grouped thousands and the given number of decimals", () => {
    assert.equal(showNumber(1_234_567.891, 2), "1,234,567.89");
    assert.equal(showNumber(-1000, 0), "-1,000");
    assert.equal(showNumber(-0.001, 2), "0.00");
    assert.equal(showNumber(999, 0), "999");
  });
});
