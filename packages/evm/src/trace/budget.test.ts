import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "@tandem/primitives";
import { debugBytesMax } from "../limits.js";
import { Budget } from "./budget.js";

test("a request may be told as much as the limit, or what it is given, and not a byte more", () => {
  for (const [budget, max] of [
    [new Budget(), debugBytesMax],
    [new Budget(100), 100],
  ] as const) {
    budget.spend(max - 1);
    budget.spend(1);
    assert.equal(budget.left, 0);
    assert.throws(
      () => budget.spend(1),
      ({ data }: Fault) =>
        data.code === "limit-exceeded" && data.limit === "debug-trace-bytes" && data.max === max,
    );
  }
});
