import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { traceAddressOf } from "@tandem/primitives";
import fc from "fast-check";
import type { Frame } from "../frames/frame.js";
import { traceOf, tracesOf } from "./traces.js";

function frameOf(children: Frame[]): Frame {
  return {
    opening: "call",
    from: new Uint8Array(20),
    to: new Uint8Array(20),
    gas: 0n,
    value: 0n,
    input: new Uint8Array(0),
    children,
    gasUsed: 0n,
    output: new Uint8Array(0),
    failure: undefined,
  };
}

const treeOf = (levels: number): fc.Arbitrary<Frame> =>
  fc
    .array(levels === 0 ? fc.constant(frameOf([])) : treeOf(levels - 1), { maxLength: 3 })
    .map(frameOf);

function placesOf(frame: Frame, place: readonly number[] = []): (readonly number[])[] {
  return [place, ...frame.children.flatMap((child, i) => placesOf(child, [...place, i]))];
}

const whole = { gasLimit: 2n, gasUsed: 1n };

it("returns traces in the order in which they began, and yields after each", () => {
  fc.assert(
    fc.property(treeOf(4), (root) => {
      const steps = tracesOf(root, whole);
      let yields = 0;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) yields++;
      const places = step.value.map(traceAddressOf);
      assert.deepEqual(places, placesOf(root));
      assert.equal(yields, places.length - 1);
    }),
  );
});

describe("a trace in Parity's form", () => {
  const [from, to] = [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)];
  const [input, output] = [Uint8Array.of(3), Uint8Array.of(4)];
  const frame = { ...frameOf([]), from, to, value: 5n, input, output };
  const place = { subtraces: 0, path: undefined };
  const gas = { gasLimit: 7n, gasUsed: 6n };
  const failed = {
    failure: { kind: "halted", error: "Out of gas", message: "out of gas" },
    output: new Uint8Array(0),
  } as const;

  it("has the kind of a call, and its result or its error", () => {
    for (const opening of ["call", "callcode", "delegatecall", "staticcall"] as const) {
      const action = { callType: opening, from, to, gas: 7n, input, value: 5n };
      assert.deepEqual(traceOf({ ...frame, opening }, place, gas), {
        type: "call",
        action,
        ...place,
        result: { gasUsed: 6n, output },
      });
      assert.deepEqual(traceOf({ ...frame, ...failed, opening }, place, gas), {
        type: "call",
        action,
        ...place,
        error: "Out of gas",
      });
    }
  });

  it("has the init code of a creation, and the code and address of one that succeeded", () => {
    for (const opening of ["create", "create2"] as const) {
      const action = { creationMethod: opening, from, gas: 7n, init: input, value: 5n };
      assert.deepEqual(traceOf({ ...frame, opening }, place, gas), {
        type: "create",
        action,
        ...place,
        result: { gasUsed: 6n, code: output, address: to },
      });
      assert.deepEqual(traceOf({ ...frame, ...failed, to: undefined, opening }, place, gas), {
        type: "create",
        action,
        ...place,
        error: "Out of gas",
      });
    }
  });

  it("of a destruction has the balance and its heir, and no result", () => {
    assert.deepEqual(traceOf({ ...frame, opening: "selfdestruct" }, place, gas), {
      type: "suicide",
      ...place,
      action: { address: from, refundAddress: to, balance: 5n },
    });
  });
});
