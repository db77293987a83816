/** Tests the bound of messages in a second. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { peerLimits } from "../limits.js";
import { Pace } from "./pace.js";

describe("the pace of messages", () => {
  it("lets those above the limit wait until the second ends", () => {
    const pace = new Pace();
    const start = 10_000;
    for (let i = 0; i < peerLimits.messagesPerSecondMax; i++) {
      assert.equal(pace.count(start + i / 10), 0);
    }
    assert.equal(pace.count(start + 400), 600);
    assert.equal(pace.count(start + 999), 1);
    assert.equal(pace.count(start + 1000), 0);
  });
});
