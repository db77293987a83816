import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bitsFromTarget, regtestBits, targetFromBits } from "./target.js";

test("compact forms stand for the targets Bitcoin's documents give", () => {
  assert.equal(targetFromBits(0x1d00ffff), 0xffffn << 208n);
  assert.equal(targetFromBits(0x1b0404cb), 0x0404cbn << 192n);
  assert.equal(targetFromBits(regtestBits), 0x7fffffn << 232n);
  assert.equal(targetFromBits(0x01120000), 0x12n);
  assert.equal(targetFromBits(0x05009234), 0x92340000n);
  // Zero has no sign.
  assert.equal(targetFromBits(0x04800000), 0n);
});

test("a target written in compact form and read again loses only what does not fit", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), (target) => {
      const rounded = targetFromBits(bitsFromTarget(target));
      assert.ok(rounded <= target);
      assert.ok((target - rounded) * 0x8000n <= target);
      assert.equal(bitsFromTarget(rounded), bitsFromTarget(target));
    }),
    { seed: 4, numRuns: 300 },
  );
});

test("negative and oversized targets are refused", () => {
  assert.throws(() => targetFromBits(0x04923456), RangeError);
  assert.throws(() => targetFromBits(0xff123456), RangeError);
  assert.throws(() => bitsFromTarget(1n << 256n), RangeError);
});
