/** Tests the meter of the attacks: it must detect what holds the event loop, and nothing else. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, it } from "node:test";
import { within } from "../support/eventually.js";
import { createLoopHoldMeter, type LoopHoldMeter } from "../support/loop-hold/loop-hold.js";

/**
 * A hold of 200 ms is reported as at least this: other threads of the process also compute and
 * collect.
 */
const heldMin = 120;
/** Work that is no hold is reported as less than this, including pieces of 5 ms on a busy machine. */
const unheldMax = 100;

/** Computes for a given processor time, or waits, on each line of input. */
const subject = `
  const busy = (ms) => {
    const spent = () => process.cpuUsage().user + process.cpuUsage().system;
    const end = spent() + ms * 1000;
    while (spent() < end);
  };
  const tasks = {
    hold: () => busy(200),
    share: (done) => {
      let left = 40;
      const next = () => { busy(5); if (--left > 0) setImmediate(next); else done(); };
      next();
      return true;
    },
    sleep: () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); },
  };
  process.stdin.on("data", (name) => {
    const done = () => console.log("done");
    if (tasks[String(name).trim()](done) !== true) done();
  });
  console.log("ready");
`;

async function measure(tasks: readonly string[]): Promise<number[]> {
  const meter = createLoopHoldMeter();
  const child = spawn(process.execPath, ["-e", subject], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...meter.environment },
  });
  try {
    return await run(child, meter, tasks);
  } finally {
    meter.close();
    child.kill("SIGKILL");
  }
}

async function run(child: ChildProcess, meter: LoopHoldMeter, tasks: readonly string[]) {
  if (child.stdout === null) throw new Error("the child has no output");
  const lines = createInterface({ input: child.stdout });
  await within("start", once(lines, "line"));
  await meter.open();
  await meter.read();
  const holds: number[] = [];
  for (const task of tasks) {
    const done = once(lines, "line");
    child.stdin?.write(`${task}\n`);
    await within(task, done);
    holds.push((await meter.read()).longestMs);
  }
  return holds;
}

describe("the meter of event loop holds", () => {
  it("detects one function that computes for long, and resets after the report", async () => {
    const [none = 0, held = 0, after = 0] = await measure(["share", "hold", "share"]);
    assert.ok(held > heldMin, `${held} ms for 200`);
    assert.ok(
      none < unheldMax && after < unheldMax,
      `${none} and ${after} ms for much in pieces of 5`,
    );
  });

  it("does not count the time in which the thread is not running", async () => {
    const [held = 0] = await measure(["sleep"]);
    assert.ok(held < unheldMax, `${held} ms for a wait`);
  });
});
