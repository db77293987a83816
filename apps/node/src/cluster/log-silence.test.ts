import assert from "node:assert/strict";
import { it } from "node:test";
import { Fault } from "@tandem/primitives";
import { clusterLimits } from "./limits.js";
import { LogSilence } from "./log-silence.js";

const never = new Promise<string>(() => {});

it("a request is answered with an error once the log is silent for too long, and only then", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let nowMs = 0;
  const pass = (ms: number) => {
    nowMs += ms;
    t.mock.timers.tick(ms);
  };
  const silence = new LogSilence(() => nowMs);
  const slow = silence.limit(never);
  let hasEnded = false;
  const ended = slow.catch((error) => {
    hasEnded = true;
    return error;
  });
  // A request that takes long for another reason goes on.
  pass(3 * clusterLimits.silentMsMax);
  let answer = (_: string) => {};
  const append = silence.during(
    new Promise<string>((resolve) => {
      answer = resolve;
    }),
  );
  pass(clusterLimits.silentMsMax - 1);
  answer("appended");
  assert.equal(await append, "appended");
  void silence.during(never);
  pass(clusterLimits.silentMsMax - clusterLimits.silenceCheckMs);
  await new Promise(setImmediate);
  assert.ok(!hasEnded);
  assert.equal(await silence.limit(Promise.resolve("not in the log")), "not in the log");
  pass(clusterLimits.silenceCheckMs);
  const error = await ended;
  assert.ok(error instanceof Fault && error.data.code === "unsealable");
  assert.match(error.message, /did not answer for 30000 ms: the request may be done/);
});
