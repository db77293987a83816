import assert from "node:assert/strict";
import { it } from "node:test";
import { blockRange, counted, isOrAre } from "./counted.js";

it("a noun is in the plural unless it is counted once", () => {
  const texts = [0, 1, 2].map((count) => counted(count, "block"));
  assert.deepEqual(texts, ["0 blocks", "1 block", "2 blocks"]);
  assert.equal(counted(1200, "block", "1,200"), "1,200 blocks");
});

it("the verb and the range of heights have the same number", () => {
  assert.deepEqual([0, 1, 2].map(isOrAre), ["are", "is", "are"]);
  assert.deepEqual([blockRange(7, 7), blockRange(7, 9)], ["block 7", "blocks 7 to 9"]);
});
