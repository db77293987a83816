import assert from "node:assert/strict";
import { it } from "node:test";
import { beginningOf, shownMax } from "./bounded.js";

it("cuts long text between two characters", () => {
  assert.equal(beginningOf("short"), "short");
  assert.equal(beginningOf("x".repeat(shownMax + 1)), "x".repeat(shownMax));
  assert.equal(beginningOf(`${"x".repeat(shownMax - 1)}😀`), "x".repeat(shownMax - 1));
});
