/**
 * Tests the resources that many concurrent calls use. It has a clock of its own, so that no time
 * slice ends by chance.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex } from "@tandem/primitives";
import { isSliceOver, nextSlice, sliceMs } from "@tandem/runtime";
import { addressOf, openScene } from "../testing/scene.js";

const contract = addressOf(7);
/** Counts to 2,000, which uses more gas than an engine runs between two reads of the clock. */
const counting = fromHex("0x5f5b6001016107d081106001575000");
const calls = 64;
/** Node's types omit it, since it belongs to those of the web. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { readonly Instance: (module: object) => object };
};

test("calls that have to wait for a time slice take no engine before", async (t) => {
  const scene = openScene([{ address: contract, balance: 0n, code: counting }]);
  await scene.call({ to: contract });
  let now = performance.now();
  t.mock.method(performance, "now", () => now);
  await nextSlice();
  assert.equal(isSliceOver(), false);
  now += sliceMs;
  const made = t.mock.method(WebAssembly, "Instance").mock;
  const results = await Promise.all(
    Array.from({ length: calls }, () => scene.call({ to: contract })),
  );
  assert.equal(results.filter(({ failure }) => failure === undefined).length, calls);
  assert.ok(made.callCount() <= 1, `${made.callCount()} engines were made`);
});
