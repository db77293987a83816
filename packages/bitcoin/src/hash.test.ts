import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { doubleSha256, hashToInteger, toDisplay, toInternal } from "./hash.js";

const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

test("double SHA-256 agrees with the platform's at every length", () => {
  for (let length = 0; length <= 700; length++) {
    const bytes = new Uint8Array(length).map((_, i) => (i * 7 + length) & 0xff);
    assert.deepEqual(Buffer.from(doubleSha256(bytes)), sha(sha(bytes)), `${length} bytes`);
  }
});

test("display order is internal order backwards, and back again", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const display = toDisplay(bytes);
      assert.equal(display[0], bytes[31]);
      assert.deepEqual(toInternal(display), bytes);
      assert.equal(hashToInteger(bytes), BigInt(`0x${Buffer.from(display).toString("hex")}`));
    }),
    { seed: 1, numRuns: 50 },
  );
});
