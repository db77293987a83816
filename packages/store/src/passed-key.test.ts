import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { passedKey } from "./passed-key.js";

test("a passed key has the bytes of the key", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 130 }), (key) => {
      assert.deepEqual(new Uint8Array(passedKey(key)), key);
    }),
    { numRuns: 200, seed: 5 },
  );
});
