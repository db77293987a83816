/** Tests what traces say of failures that are similar to reverts. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { padStart, toHex } from "@tandem/primitives";
import { openTraceScene, sign } from "../support/scenes/trace-scene.js";

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
