import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { defaultLimits } from "../limits.js";
import { exceededIn, RequestText, scanLarge } from "./json-text.js";

const depthOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
};

const isDeeperThan = (text: string, jsonDepthMax: number) =>
  exceededIn(text, { ...defaultLimits, jsonDepthMax })?.limit === "json-depth";

describe("the depth of a text", () => {
  it("is that of its parsed value, ignoring brackets in strings", () => {
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

  it("is found only where the request has it", () => {
    const decoys = `"params":[{"id":1,"x":"\\"id\\":2"}],"method":"id"`;
    for (const id of [`"id":${number}`, `"id" : ${number} `, `"\\u0069d":${number}`]) {
      assert.equal(new RequestText(`{${decoys},${id}}`).idNumber(0), number);
      assert.equal(new RequestText(` { ${id},${decoys}}`).idNumber(0), number);
    }
  });

  it("is that of the given entry of a batch", () => {
    const batch = ` [ 1, {"id":11,"params":[[1,2],{"id":3}]}, ["id", 5], {"id":12,"id":-13} ]`;
    const text = new RequestText(batch);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((at) => text.idNumber(at)),
      [...["null", "11", "null", "-13", "null"]],
    );
  });
});

/** Returns the number of values in a value, including itself. */
const valuesIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, one) => sum + valuesIn(one), 0);
};

describe("the bounds of a text", () => {
  it("count at least as many values as there are", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1 }), (value) => {
        const bounds = { ...defaultLimits, jsonValuesMax: valuesIn(value) - 1 };
        const text = `${JSON.stringify(value)}${" ".repeat(200)}`;
        assert.equal(exceededIn(text, bounds)?.limit, "json-values");
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it("apply to the entries of a batch, whatever they contain and whether they end", () => {
    const bounds = { ...defaultLimits, batchEntriesMax: 3 };
    const limitOf = (text: string) => exceededIn(text, bounds)?.limit;
    const [a, b] = ['{"a":[1,2,3,4]}', '"],[,,\\",,,"'];
    assert.equal(limitOf(` [${[a, b, a].join()}]`), undefined);
    assert.equal(limitOf(` [${[a, b, a, b].join()}]`), "batch-entries");
    assert.equal(limitOf(`\n[${"{},".repeat(1000)}`), "batch-entries");
    assert.equal(limitOf(`{"a":1,"b":2,"c":3,"d":[1,2,3,4,5]}`), undefined);
  });

  it("are the same for a large text, whose ids are found too", async () => {
    const padding = `"${'a\\"\\\\'.repeat(100_000)}"`;
    const id = "123456789012345678901";
    const batch = `[{"params":[${padding}],"id":${id}},{"id":${id}7,"x":${padding}}]`;
    const scanned = await scanLarge(batch, defaultLimits);
    assert.ok("source" in scanned);
    const { source } = scanned;
    assert.deepEqual([source.idNumber(0), source.idNumber(1)], [id, `${id}7`]);
    for (const [large, limit] of [
      [`[${"{},".repeat(1_000_000)}{}]`, "batch-entries"],
      [`[[${"1,".repeat(1_000_000)}1]]`, "json-values"],
      ["[".repeat(1_000_000), "json-depth"],
    ] as const) {
      const exceeded = await scanLarge(large, defaultLimits);
      assert.equal("limit" in exceeded && exceeded.limit, limit);
    }
  });
});
