import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createPassing } from "./passed-bytes.js";

const passedBytes = createPassing();

test("what is passed has the same bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 130 }), (bytes) => {
      assert.deepEqual(new Uint8Array(passedBytes(bytes)), bytes);
    }),
    { numRuns: 200, seed: 5 },
  );
});
