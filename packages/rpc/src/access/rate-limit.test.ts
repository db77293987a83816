import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { RateLimit } from "./rate-limit.js";

describe("a rate limit", () => {
  it("passes the requests of a second at once and then no more than its rate", () => {
    const waits = fc.array(fc.nat(700), { minLength: 1, maxLength: 200 });
    const property = fc.property(fc.integer({ min: 1, max: 20 }), waits, (rate, pauses) => {
      let nowMs = 0;
      const limit = new RateLimit(rate, { now: () => nowMs });
      let passed = 0;
      for (const pause of pauses) {
        nowMs += pause;
        const wait = limit.take();
        if (wait === 0) passed++;
        // A refused request succeeds after the announced time, and not a moment before.
        else {
          nowMs += wait - 0.01;
          assert.ok(limit.take() > 0);
          nowMs += 0.02;
          assert.equal(limit.take(), 0);
          passed++;
        }
        assert.ok(passed <= rate + (nowMs * rate) / 1000 + 1e-6, `${passed} in ${nowMs} ms`);
      }
    });
    fc.assert(property);
  });

  it("of less than one a second passes one in that time", () => {
    let nowMs = 5000;
    const limit = new RateLimit(0.5, { now: () => nowMs });
    assert.equal(limit.take(), 0);
    assert.equal(limit.take(), 2000);
    nowMs += 2000;
    assert.equal(limit.take(), 0);
  });

  it("does not make clients wait for hours after the clock is set back", () => {
    let nowMs = 10_000_000;
    const limit = new RateLimit(5, { now: () => nowMs });
    for (let i = 0; i < 5; i++) assert.equal(limit.take(), 0);
    nowMs = 0;
    assert.ok(limit.take() <= 200);
  });
});
