import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { keccak256 } from "./hash.js";
import { rememberedKeccak256 } from "./remembered-hash.js";

describe("cached hashes", () => {
  it("equal keccak256, whatever was hashed before", () => {
    const value = fc
      .array(fc.constantFrom(0, 1, 255), { maxLength: 70 })
      .map((bytes) => Uint8Array.from(bytes));
    const property = fc.property(fc.array(value, { maxLength: 60 }), (asked) => {
      for (const one of [...asked, ...asked]) {
        assert.deepEqual(rememberedKeccak256(one), keccak256(one));
      }
    });
    fc.assert(property, { seed: 11, numRuns: 100 });
  });

  it("keep their value when the bytes of the input or of a hash are overwritten", () => {
    const scratch = new Uint8Array(32).fill(7);
    const before = rememberedKeccak256(scratch);
    scratch.fill(8);
    assert.deepEqual(rememberedKeccak256(scratch), keccak256(new Uint8Array(32).fill(8)));
    const again = rememberedKeccak256(new Uint8Array(32).fill(7));
    assert.deepEqual(again, before);
    before.fill(0);
    again.fill(0);
    const value = new Uint8Array(32).fill(7);
    assert.deepEqual(rememberedKeccak256(value), keccak256(value));
  });

  it("are right after more values than the cache holds", () => {
    const numbered = (i: number) => Uint8Array.of(1, i >> 16, i >> 8, i);
    for (let i = 0; i < 20_000; i++) rememberedKeccak256(numbered(i));
    for (const i of [0, 1, 9_999, 19_999]) {
      assert.deepEqual(rememberedKeccak256(numbered(i)), keccak256(numbered(i)));
    }
  });
});
