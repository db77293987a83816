import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createRunningClock, createWorkClock } from "./running-clock.js";

/** A thread whose times are set by the test. */
function threadAt(start: number) {
  const thread = { at: start, ran: 7, waited: 3 };
  const clock = createRunningClock(
    () => thread.at,
    () => thread,
  );
  return { thread, clock };
}

describe("the clock of the time in which a process could run", () => {
  it("goes on while it runs and while it waits for events", () => {
    const { thread, clock } = threadAt(1_000);
    const start = clock.now();
    thread.at += 5_000;
    thread.ran += 5_000;
    assert.equal(clock.now() - start, 5_000);
    thread.at += 400;
    thread.waited += 400;
    assert.equal(clock.now() - start, 5_400);
  });

  it("stands still while the machine runs other programs", () => {
    const { thread, clock } = threadAt(0);
    const start = clock.now();
    thread.at += 60_000;
    thread.ran += 250;
    thread.waited += 50;
    assert.equal(clock.now() - start, 300);
  });

  it("never goes back, and never faster than time, whatever other threads run", () => {
    const amount = fc.integer({ min: 0, max: 200 });
    const step = fc.record({ at: amount, ran: amount, waited: amount });
    const property = fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const { thread, clock } = threadAt(0);
      let before = clock.now();
      const start = before;
      for (const { at, ran, waited } of steps) {
        thread.at += at;
        thread.ran += ran;
        thread.waited += waited;
        const now = clock.now();
        assert.ok(now >= before);
        assert.ok(now - start <= thread.at);
        before = now;
      }
    });
    fc.assert(property, { seed: 20, numRuns: 300 });
  });
});

describe("the clock of another thread's work", () => {
  it("goes on as the process runs, and never faster than time", () => {
    const thread = { at: 500, ran: 7 };
    const clock = createWorkClock(
      () => thread.at,
      () => thread.ran,
    );
    const passed = (at: number, ran: number) => {
      const before = clock.now();
      thread.at += at;
      thread.ran += ran;
      return clock.now() - before;
    };
    assert.equal(passed(100, 100), 100);
    assert.equal(passed(100, 5), 5);
    assert.equal(passed(100, 300), 100);
    assert.equal(passed(0, 0), 0);
  });
});
