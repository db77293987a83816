import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import { checkExpectations, metricAt } from "./expectation.js";
import type { Results } from "./results.js";

const measured = {
  hours: 6,
  bitcoin: { main: 36, reorgs: { byDepth: [4, 1] } },
  pools: [
    { name: "north", child: { revenueShare: 0.6 } },
    { name: "south", child: { revenueShare: 0.4 } },
  ],
  attacks: [{ pool: "north", success: { share: 0.1 } }],
  isAsExpected: true,
} as unknown as Omit<Results, "expectations">;

test("a path leads through members, names and places", () => {
  assert.equal(metricAt(measured, "hours"), 6);
  assert.equal(metricAt(measured, "bitcoin.reorgs.byDepth.1"), 1);
  assert.equal(metricAt(measured, "pools.south.child.revenueShare"), 0.4);
  assert.equal(metricAt(measured, "attacks.north.success.share"), 0.1);
  assert.equal(metricAt(measured, "isAsExpected"), 1);
  assert.equal(metricAt(measured, "pools.west.child.revenueShare"), undefined);
  assert.equal(metricAt(measured, "bitcoin"), undefined);
});

test("ranges include their ends, and near is a range around a value", () => {
  const check = (range: object) =>
    checkExpectations(measured, { hours: range } as Parameters<typeof checkExpectations>[1])[0];
  assert.deepEqual(check({ min: 6 }), { metric: "hours", found: 6, min: 6, isMet: true });
  assert.deepEqual(check({ max: 5.9 }), { metric: "hours", found: 6, max: 5.9, isMet: false });
  assert.deepEqual(check({ near: 5, within: 1 }), {
    metric: "hours",
    found: 6,
    min: 4,
    max: 6,
    isMet: true,
  });
});

test("a metric there is none of is a fault that names it", () => {
  assert.throws(
    () => checkExpectations(measured, { "bitcoin.mian": { min: 0 } }),
    (error) => error instanceof Fault && /expect\.bitcoin\.mian/.test(error.message),
  );
});
