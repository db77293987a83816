import assert from "node:assert/strict";
import { test } from "node:test";
import { epochRecord } from "./epoch.js";

test("the records of two sealers are different records, also for the same epoch", () => {
  const [first, second] = [epochRecord(7), epochRecord(7)];
  assert.notEqual(first.id, second.id);
  assert.equal(first.kind, "epoch");
});
