/** Tests what traces say of failures that are similar to reverts. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { padStart, toHex } from "@tandem/primitives";
import { at, openTraceScene, sign } from "../support/scenes/trace-scene.js";

it("a precompile that refuses a point does not revert", async () => {
  // No point has these coordinates, and 32 or 48 times 0xff is no number below the modulus.
  for (const [number, data] of [
    [6, new Uint8Array(64).fill(1)],
    [7, new Uint8Array(64).fill(0xff)],
    [8, new Uint8Array(192).fill(1)],
    [0x0b, new Uint8Array(256).with(255, 1)],
    [0x0b, new Uint8Array(256).fill(0xff, 16, 64)],
  ] as const) {
    const to = toHex(padStart(Uint8Array.of(number), 20));
    const refused = await openTraceScene([]).execute(sign({ to, data, gasLimit: 200_000n }));
    assert.equal(refused.traces[0]?.error, "Built-in failed");
    assert.match(refused.call.error ?? "", /^(point not on curve|fp point not in field)$/);
    assert.equal(refused.receipt.gasUsed, 200_000n);
  }
});

it("init code that reverts with data that begin with 0xef keeps its gas and its data, in the library too", async () => {
  // MSTORE8 of the byte, and REVERT of four bytes: a custom error whose selector begins with it.
  const reverting = (first: number) => Uint8Array.of(0x60, first, 0x5f, 0x53, 0x60, 4, 0x5f, 0xfd);
  const create = async (first: number) => {
    const data = reverting(first);
    const scene = openTraceScene([]);
    const transaction = sign({ data, gasLimit: 200_000n });
    const { receipt, traces, call } = await scene.execute(transaction);
    const options = { disableStack: true, disableStorage: true, enableReturnData: false, limit: 0 };
    const steps = { kind: "steps", enableMemory: false, ...options } as const;
    const [library] = await scene.replay(steps, [transaction]);
    assert.ok(library?.kind === "steps");
    assert.deepEqual(library.steps.gas, receipt.gasUsed);
    assert.deepEqual(library.steps.returnValue, call.output);
    assert.equal(call.output && toHex(call.output), toHex(Uint8Array.of(first, 0, 0, 0)));
    assert.deepEqual([traces[0]?.error, call.error], ["Reverted", "execution reverted"]);
    return receipt.gasUsed;
  };
  assert.equal(await create(0xef), await create(0xee));
});

it("a creation that lacks its value and has too long an init code is not shown as refused", async () => {
  // CREATE of 49,153 bytes with a value of one, by an account without coins.
  const code = Uint8Array.of(0x61, 0xc0, 0x01, 0x5f, 0x60, 1, 0xf0);
  const scene = openTraceScene([{ address: at(7), code }]);
  const calls = { kind: "calls", onlyTopCall: false, withLog: false } as const;
  const both = [["calls", calls] as const, ["pre", { kind: "prestate", diffMode: false }] as const];
  for (const tracer of [calls, { kind: "several", tracers: both } as const]) {
    const [result] = await scene.replay(tracer, [sign({ to: toHex(at(7)) })]);
    const [[, traced] = ["", result]] = result?.kind === "several" ? result.results : [];
    assert.ok(traced?.kind === "calls");
    assert.deepEqual([traced.call.error, traced.call.calls], ["max initcode size exceeded", []]);
  }
});
