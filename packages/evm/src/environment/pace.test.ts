import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { Pace } from "./pace.js";

function clockAt(start: number) {
  const clock = { time: start, looks: 0, now: () => 0 };
  clock.now = () => {
    clock.looks++;
    return clock.time;
  };
  return clock;
}

/**
 * Checks the clock within a time slice that has not ended; a busy machine may need some attempts.
 */
async function lookInTime(pace: Pace): Promise<Promise<void> | undefined> {
  for (;;) {
    await nextSlice();
    const asked = pace.yieldIfDue();
    if (!isSliceOver()) return asked;
  }
}

test("a pause is asked for when the turn is over, and not before", async () => {
  const pace = new Pace(clockAt(1_000));
  pace.start();
  assert.equal(await lookInTime(pace), undefined);
  while (!isSliceOver()) performance.now();
  const pause = pace.yieldIfDue();
  assert.ok(pause !== undefined);
  await pause;
  assert.equal(await lookInTime(pace), undefined);
});

test("out of time is a fault that names the limit; without a limit there is none", () => {
  const clock = clockAt(0);
  const pace = new Pace(clock);
  pace.start(50);
  clock.time = 50;
  assert.throws(
    () => pace.yieldIfDue(),
    (error) => error instanceof Fault && error.data.code === "limit-exceeded",
  );
  pace.start();
  clock.time = 5_000_000;
  assert.doesNotThrow(() => pace.yieldIfDue());
});
