import assert from "node:assert/strict";
import { it } from "node:test";
import { traceAddressOf } from "@tandem/primitives";
import fc from "fast-check";
import type { Frame } from "./frame.js";
import { tracesOf } from "./traces.js";

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
