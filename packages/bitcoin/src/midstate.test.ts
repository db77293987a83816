import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { midstateAfter, resumeSha256, shortSha256 } from "./midstate.js";

const sha = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());

test("SHA-256 stopped after any number of blocks and resumed gives the whole hash", () => {
  for (let length = 0; length <= 330; length++) {
    const bytes = new Uint8Array(length).map((_, i) => (i * 31 + length) & 0xff);
    for (let blocks = 0; blocks * 64 <= length; blocks++) {
      const midstate = midstateAfter(bytes, blocks);
      assert.equal(midstate.count, 64 * blocks);
      assert.deepEqual(resumeSha256(midstate, bytes.subarray(midstate.count)), sha(bytes));
    }
  }
});

test("inputs of random content and length hash as the platform hashes them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
      assert.deepEqual(shortSha256(bytes), sha(bytes));
    }),
    { seed: 2, numRuns: 100 },
  );
});

test("the abc of FIPS 180-4 has its published digest", () => {
  assert.equal(
    Buffer.from(shortSha256(Buffer.from("abc"))).toString("hex"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("the length at the end counts the bytes before the midstate, above 32 bits too", () => {
  const state = midstateAfter(new Uint8Array(64), 1).state;
  const counts = [64, 2 ** 29, 2 ** 32, 2 ** 40];
  const digests = counts.map((count) =>
    Buffer.from(resumeSha256({ state, count }, new Uint8Array(3))).toString("hex"),
  );
  assert.equal(new Set(digests).size, counts.length);
});

test("a state of the wrong length or a count inside a block is refused", () => {
  const tail = new Uint8Array(1);
  assert.throws(() => resumeSha256({ state: new Uint8Array(31), count: 64 }, tail), RangeError);
  assert.throws(() => resumeSha256({ state: new Uint8Array(32), count: 65 }, tail), RangeError);
  assert.throws(() => midstateAfter(new Uint8Array(63), 1), RangeError);
});
