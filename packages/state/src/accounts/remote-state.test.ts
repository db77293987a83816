import assert from "node:assert/strict";
import { test } from "node:test";
import { keccak256 } from "@tandem/primitives";
import { clearedFact, clearedRoot } from "./remote-state.js";

test("the root of a cleared storage is the hash of its only node", () => {
  const [hash, node] = clearedFact;
  assert.deepEqual(hash, clearedRoot);
  assert.deepEqual(clearedRoot, new Uint8Array(keccak256(node)));
});
