import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import fc from "fast-check";
import { headerTime } from "./header-time.js";

const bound = 300;

test("the node's own time is used if it is near enough to ours", () => {
  const template = { time: 1000, timeMin: 500, timeMax: 8200 };
  for (const timestamp of [701, 1000, 1299]) {
    assert.equal(headerTime(template, timestamp, bound), 1000);
  }
});

test("the time moves to the nearest value that our block permits", () => {
  const template = { time: 10_000, timeMin: 9000, timeMax: 17_200 };
  // Here the clock of the Bitcoin node, or our block, is an hour ahead.
  assert.equal(headerTime(template, 13_600, bound), 13_301);
  assert.equal(headerTime(template, 9500, bound), 9799);
});

test("if no time is valid, the error names the chain that is ahead and the difference", () => {
  const template = { time: 10_000, timeMin: 9000, timeMax: 17_200 };
  const reasonFor = (timestamp: number) => {
    try {
      headerTime(template, timestamp, bound);
    } catch (error) {
      assert.ok(error instanceof Fault);
      assert.equal(error.data.code, "unsealable");
      return error.message;
    }
    assert.fail("a time was found");
  };
  assert.equal(headerTime(template, 8701, bound), 9000);
  assert.match(reasonFor(8700), /Bitcoin's next block is 300 s later than ours/);
  assert.equal(headerTime(template, 17_499, bound), 17_200);
  assert.match(
    reasonFor(17_500),
    /our block is 300 s later than the latest time that Bitcoin accepts/,
  );
});

test("a chosen time satisfies the rules of both chains, and every valid one is found", () => {
  const seconds = fc.integer({ min: 0, max: 3000 });
  fc.assert(
    fc.property(seconds, seconds, seconds, seconds, (a, b, c, timestamp) => {
      const [timeMin = 0, time = 0, timeMax = 0] = [a, b, c].sort((x, y) => x - y);
      const suits = (t: number) => t >= timeMin && t <= timeMax && Math.abs(t - timestamp) < bound;
      const all = Array.from({ length: 3001 }, (_, t) => t).filter(suits);
      const attempt = () => headerTime({ time, timeMin, timeMax }, timestamp, bound);
      if (all.length === 0) assert.throws(attempt, Fault);
      else {
        const found = attempt();
        assert.ok(suits(found));
        const nearest = Math.min(...all.map((t) => Math.abs(t - time)));
        assert.equal(Math.abs(found - time), nearest);
      }
    }),
    { seed: 31, numRuns: 200 },
  );
});
