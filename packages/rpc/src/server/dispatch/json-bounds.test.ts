import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { RpcError } from "../../contract/errors.js";
import { defaultLimits } from "../limits.js";
import { exceededByValue } from "./json-bounds.js";
import { exceededIn, type JsonBounds } from "./json-text.js";

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return new RpcError("parse", "no JSON");
  }
};

describe("the bounds of a parsed text", () => {
  it("are those of a scan, whether the text is JSON or not", () => {
    const boundsOf = fc.record({
      jsonDepthMax: fc.integer({ min: 0, max: 7 }),
      jsonValuesMax: fc.integer({ min: 0, max: 200 }),
      batchEntriesMax: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), boundsOf, fc.boolean(), (value, bounds, isCut) => {
        const whole = JSON.stringify(value);
        const text = isCut ? whole.slice(0, -1) : whole;
        assert.deepEqual(exceededByValue(parsed(text), text, bounds), exceededIn(text, bounds));
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it("refuse a depth, a number of entries and of values in words of the limit", () => {
    const limitOf = (text: string, bounds: Partial<JsonBounds>) =>
      exceededByValue(parsed(text), text, { ...defaultLimits, ...bounds })?.limit;
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    assert.equal(limitOf(deep(64), {}), undefined);
    assert.equal(limitOf(deep(65), {}), "json-depth");
    assert.equal(limitOf("[".repeat(30_000), {}), "json-depth");
    assert.equal(limitOf(`{"a":{"b":{"c":1}}}`, { jsonDepthMax: 2 }), "json-depth");
    assert.equal(limitOf("[1,2,3]", { batchEntriesMax: 2 }), "batch-entries");
    assert.equal(limitOf("[[1,2,3]]", { jsonValuesMax: 3 }), "json-values");
  });
});
