import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createBytesCutter } from "./cut-bytes.js";

test("bytes are zero, of the right length, and share nothing but their piece", () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(lengths, (wanted) => {
      const allocate = createBytesCutter(4096);
      const made = wanted.map((length, i) => {
        const bytes = allocate(length);
        assert.deepEqual(bytes, new Uint8Array(length));
        return bytes.fill(i + 1);
      });
      for (const [i, bytes] of made.entries()) {
        assert.deepEqual(bytes, new Uint8Array(wanted[i] as number).fill(i + 1));
        // Long ones keep no memory but their own.
        assert.ok(
          bytes.buffer.byteLength <= 4096 && (bytes.length <= 409 || bytes.byteOffset === 0),
        );
      }
    }),
    { numRuns: 200, seed: 3 },
  );
});

test("pieces are filled before the next begins", () => {
  const allocate = createBytesCutter(4096);
  const pieces = new Set(Array.from({ length: 400 }, () => allocate(100).buffer));
  assert.equal(pieces.size, 10);
});
