import assert from "node:assert/strict";
import { test } from "node:test";
import { epochRecord, newestIdIn } from "./epoch.js";

test("the records of two sealers are different records, also for the same epoch", () => {
  const [first, second] = [epochRecord(7, "5:0xab"), epochRecord(7, "5:0xab")];
  assert.notEqual(first.id, second.id);
  assert.equal(newestIdIn(first), "5:0xab");
  assert.equal(first.kind, "epoch");
});
