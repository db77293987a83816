import assert from "node:assert/strict";
import { it } from "node:test";
import { runSync } from "@tandem/runtime";
import { callFramesOf } from "./call-frames.js";
import type { Frame } from "./frame.js";

const address = new Uint8Array(20);
const frameOf = (...children: Frame[]): Frame => ({
  opening: "call",
  from: address,
  to: address,
  gas: 0n,
  value: 0n,
  input: new Uint8Array(0),
  children,
  gasUsed: 0n,
  output: new Uint8Array(0),
  failure: undefined,
});

it("returns thousands of logs in order, with pauses in between", () => {
  const count = 10_000;
  const child = frameOf();
  const root = frameOf(child);
  const log = { address, topics: [], data: new Uint8Array(0) };
  const logs = Array.from({ length: count }, (_, n) => ({ log, childrenBefore: n < 7 ? 0 : 1 }));
  const recorder = { root, logsOf: (frame: Frame) => (frame === root ? logs : logs.slice(0, 3)) };
  const whole = { gasLimit: 0n, gasUsed: 0n, logsBefore: 5 };
  const steps = callFramesOf(recorder, whole, { onlyTopCall: false, withLog: true });
  let pauses = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses++;
  const { value: call } = step;
  assert.deepEqual(
    call.calls[0]?.logs?.map(({ index }) => index),
    [12, 13, 14],
  );
  const indexes = call.logs?.map(({ index }) => index) ?? [];
  assert.deepEqual(indexes.slice(5, 9), [10, 11, 15, 16]);
  assert.equal(indexes.at(-1), 5 + count + 3 - 1);
  assert.ok(pauses >= count / 100, `${pauses} pauses`);
});

it("counts the logs of inner calls in the indexes of the outermost call's own logs", () => {
  const reverted: Frame = {
    ...frameOf(),
    failure: { kind: "reverted", error: "Reverted", message: "execution reverted" },
  };
  const root = frameOf(frameOf(frameOf()), reverted);
  const log = { address, topics: [], data: new Uint8Array(0) };
  const logs = [0, 1, 2].map((childrenBefore) => ({ log, childrenBefore }));
  const recorder = { root, logsOf: (frame: Frame) => (frame === root ? logs : [logs[0] as never]) };
  const whole = { gasLimit: 0n, gasUsed: 0n, logsBefore: 5 };
  const call = runSync(callFramesOf(recorder, whole, { onlyTopCall: true, withLog: true }));
  assert.deepEqual(call.calls, []);
  // Like geth, positions are among the calls that are shown: there are none.
  const shown = call.logs?.map(({ index, position }) => [index, position]);
  assert.deepEqual(shown, [
    [5, 0],
    [8, 0],
    [9, 0],
  ]);
});
