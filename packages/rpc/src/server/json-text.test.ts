import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isDeeperThan, RequestText } from "./json-text.js";

const depthOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
};

describe("the depth of a text", () => {
  it("is what its parsed value has, brackets in strings apart", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), (value, max) => {
        assert.equal(isDeeperThan(JSON.stringify(value), max), depthOf(value) > max);
      }),
      { numRuns: 500, seed: 3 },
    );
    assert.ok(!isDeeperThan('["[[[[\\"[[[[", "]"]', 1));
    assert.ok(isDeeperThan("[".repeat(100_000), 64));
  });
});

describe("the number of an id", () => {
  const number = "123456789012345678901234567890.5e-7";

  it("is found where the request has it and nowhere else", () => {
    const decoys = `"params":[{"id":1,"x":"\\"id\\":2"}],"method":"id"`;
    for (const id of [`"id":${number}`, `"id" : ${number} `, `"\\u0069d":${number}`]) {
      assert.equal(new RequestText(`{${decoys},${id}}`).idNumber(0), number);
      assert.equal(new RequestText(` { ${id},${decoys}}`).idNumber(0), number);
    }
  });

  it("is that of the asked entry of a batch", () => {
    const batch = ` [ 1, {"id":11,"params":[[1,2],{"id":3}]}, ["id", 5], {"id":12,"id":-13} ]`;
    const text = new RequestText(batch);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((at) => text.idNumber(at)),
      [...["null", "11", "null", "-13", "null"]],
    );
  });
});
