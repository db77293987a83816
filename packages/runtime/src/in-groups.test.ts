import assert from "node:assert/strict";
import { it } from "node:test";
import { inGroups } from "./in-groups.js";

it("divides items by their number and their weight, in order", () => {
  const groupsOf = (...weights: readonly number[]) => [
    ...inGroups(weights, (weight) => weight, { itemsMax: 3, weightMax: 10 }),
  ];
  assert.deepEqual(groupsOf(), []);
  assert.deepEqual(groupsOf(1, 2, 3, 4), [[1, 2, 3], [4]]);
  assert.deepEqual(groupsOf(5, 5, 1, 11, 1), [[5, 5], [1], [11], [1]]);
});
