/** Tests the bounds of a second. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { peerLimits } from "../limits.js";
import { Pace } from "./pace.js";

const start = 10_000;

describe("the pace of messages", () => {
  it("lets those above their number wait until the second ends", () => {
    const pace = new Pace();
    for (let i = 0; i < peerLimits.messagesPerSecondMax; i++) {
      assert.equal(pace.count(1, start + i / 10), 0);
    }
    assert.equal(pace.count(1, start + 400), 600);
    assert.equal(pace.count(1, start + 999), 1);
    assert.equal(pace.count(1, start + 1000), 0);
  });

  it("lets those above their bytes wait, and any length pass in another second", () => {
    const pace = new Pace();
    const half = peerLimits.bytesPerSecondMax / 2;
    assert.equal(pace.count(half, start), 0);
    assert.equal(pace.count(half, start + 100), 0);
    assert.equal(pace.count(1, start + 200), 800);
    assert.equal(pace.count(2 * half, start + 1000), 0);
  });
});
