import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runSync } from "@tandem/runtime";
import type { Frame } from "../frames/frame.js";
import { callFramesOf } from "./call-frames.js";

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
  // The position is the number of calls before the log.
  assert.deepEqual(
    call.logs?.slice(5, 9).map(({ position }) => position),
    [0, 0, 1, 1],
  );
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

describe("a frame of geth's call tracer", () => {
  const output = Uint8Array.of(1);
  const shown = (some: Partial<Frame>, options = { onlyTopCall: false, withLog: false }) => {
    const root: Frame = { ...frameOf(frameOf()), value: 5n, output, ...some };
    const recorder = { root, logsOf: () => [] };
    return runSync(callFramesOf(recorder, { gasLimit: 0n, gasUsed: 0n, logsBefore: 0 }, options));
  };
  const failureOf = (kind: "reverted" | "halted") =>
    ({ kind, error: "Reverted", message: `it ${kind}` }) as const;

  it("has the calls inside only if they are wanted, and logs only if they are", () => {
    const whole = shown({});
    assert.deepEqual([whole.calls.length, whole.logs], [1, undefined]);
    const logged = shown({}, { onlyTopCall: false, withLog: true });
    assert.deepEqual([logged.calls.length, logged.logs], [1, []]);
    const top = shown({}, { onlyTopCall: true, withLog: false });
    assert.deepEqual([top.calls, top.logs], [[], undefined]);
  });

  it("has its calls in order, and no logs of those inside one that failed", () => {
    const failed = { ...frameOf(frameOf()), failure: failureOf("reverted"), gas: 2n };
    const root = frameOf({ ...frameOf(), gas: 1n }, failed);
    const log = { address, topics: [], data: new Uint8Array(0) };
    const recorder = { root, logsOf: () => [{ log, childrenBefore: 0 }] };
    const whole = { gasLimit: 0n, gasUsed: 0n, logsBefore: 0 };
    const options = { onlyTopCall: false, withLog: true };
    const { calls, logs } = runSync(callFramesOf(recorder, whole, options));
    assert.deepEqual([calls.map(({ gas }) => gas), logs?.length], [[1n, 2n], 1]);
    assert.deepEqual(
      [calls[0], calls[1], calls[1]?.calls[0]].map((call) => call?.logs?.length),
      [1, 0, 0],
    );
  });

  it("has no value if it is static", () => {
    assert.equal(shown({ opening: "delegatecall" }).value, 5n);
    assert.equal("value" in shown({ opening: "staticcall" }), false);
  });

  it("has no address if it is a creation that failed", () => {
    const failure = failureOf("reverted");
    for (const opening of ["create", "create2"] as const) {
      assert.equal(shown({ opening }).to, address);
      assert.equal("to" in shown({ opening, failure }), false);
    }
    assert.equal(shown({ opening: "call", failure }).to, address);
    assert.equal("to" in shown({ opening: "create", to: undefined }), false);
  });

  it("has an output if there is one, unless it was halted", () => {
    assert.equal(shown({}).output, output);
    assert.equal("error" in shown({}), false);
    assert.equal("output" in shown({ output: new Uint8Array(0) }), false);
    const reverted = shown({ failure: failureOf("reverted") });
    assert.deepEqual([reverted.output, reverted.error], [output, "it reverted"]);
    const halted = shown({ failure: failureOf("halted") });
    assert.deepEqual(["output" in halted, halted.error], [false, "it halted"]);
  });
});
