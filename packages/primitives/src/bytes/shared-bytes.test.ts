import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { SharedBytes } from "./shared-bytes.js";

describe("shared bytes", () => {
  it("are one array for equal bytes", () => {
    const shared = new SharedBytes(8);
    const bytes = Uint8Array.of(9, 1, 2, 3, 1, 2, 3, 7);
    const first = shared.of(bytes, 1, 4);
    assert.deepEqual(first, Uint8Array.of(1, 2, 3));
    assert.equal(shared.of(bytes, 4, 7), first);
    bytes.fill(0);
    assert.deepEqual(first, Uint8Array.of(1, 2, 3), "a copy");
  });

  it("have the bytes that were asked for, whatever was kept before", () => {
    const shared = new SharedBytes(4);
    const byte = fc.integer({ min: 0, max: 3 });
    const ask = (bytes: Uint8Array, one: number, other: number) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      assert.deepEqual(shared.of(bytes, start, end), bytes.slice(start, end));
    };
    const bytes = fc.array(byte, { minLength: 6, maxLength: 6 }).map((all) => Uint8Array.from(all));
    fc.assert(fc.property(bytes, fc.nat(6), fc.nat(6), ask));
  });
});
