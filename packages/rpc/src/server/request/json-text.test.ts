import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { RpcError } from "../../contract/errors.js";
import { defaultLimits } from "../../limits.js";
import { type JsonBounds, parseSteps } from "./json-slices.js";
import { parseInSlices, parseShort } from "./json-text.js";

/** Returns the name of the limit that a text exceeds, or undefined if it has a value. */
const limitOf = (text: string, bounds: Partial<JsonBounds> = {}): string | undefined => {
  const parsed = parseShort(text, { ...defaultLimits, ...bounds });
  return parsed instanceof RpcError ? refusedBy(parsed) : undefined;
};

const refusedBy = ({ data, message }: RpcError): string =>
  (data as { readonly limit?: string } | undefined)?.limit ?? message;

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Pads a text so that it is parsed in slices. */
const long = (text: string) => text + " ".repeat(500_000);

describe("the bounds of a text", () => {
  it("are the same whether it is parsed at once or in steps", () => {
    const boundsOf = fc.record({
      jsonDepthMax: fc.integer({ min: 0, max: 7 }),
      jsonMembersMax: fc.integer({ min: 1, max: 5 }),
      jsonValuesMax: fc.integer({ min: 1, max: 50 }),
      batchEntriesMax: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), boundsOf, (value, bounds) => {
        const text = JSON.stringify(value);
        const steps = runSync(parseSteps(text, bounds));
        const expected = steps instanceof RpcError ? refusedBy(steps) : undefined;
        assert.equal(limitOf(text, bounds), expected, text);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it("apply to its depth, ignoring brackets in strings", () => {
    assert.equal(limitOf(deep(64)), undefined);
    assert.equal(limitOf(deep(65)), "json-depth");
    assert.equal(limitOf(`{"a":{"b":{"c":1}}}`, { jsonDepthMax: 2 }), "json-depth");
    assert.equal(limitOf('["[[[[\\"[[[[", "]"]', { jsonDepthMax: 1 }), undefined);
  });

  it("apply to its values and members, which are counted exactly", () => {
    assert.equal(limitOf("[[1,2,3]]", { jsonValuesMax: 5 }), undefined);
    assert.equal(limitOf("[[1,2,3]]", { jsonValuesMax: 4 }), "json-values");
    assert.equal(limitOf('{"a":1,"b":2}', { jsonMembersMax: 2 }), undefined);
    assert.equal(limitOf('{"a":1,"b":2}', { jsonMembersMax: 1 }), "json-members");
  });

  it("apply to the entries of a batch, whatever they contain", () => {
    const bounds = { batchEntriesMax: 3 };
    const [a, b] = ['{"a":[1,2,3,4]}', '"],[,,\\",,,"'];
    assert.equal(limitOf(` [${[a, b, a].join()}]`, bounds), undefined);
    assert.equal(limitOf(` [${[a, b, a, b].join()}]`, bounds), "batch-entries");
    assert.equal(limitOf(`{"a":1,"b":2,"c":3,"d":[1,2,3,4,5]}`, bounds), undefined);
  });

  it("apply to a text that does not end, which is no JSON otherwise", () => {
    assert.equal(limitOf("[".repeat(30_000)), "json-depth");
    assert.equal(limitOf(`\n[${"{},".repeat(2000)}`), "batch-entries");
    assert.match(limitOf('{"a":1') ?? "", /not valid JSON/);
  });

  it("are the same for a long text", async () => {
    for (const [text, limit] of [
      [`[${"{},".repeat(1_000_000)}{}]`, "batch-entries"],
      [`[[${"1,".repeat(1_000_000)}1]]`, "json-values"],
      ["[".repeat(1_000_000), "json-depth"],
    ] as const) {
      const parsed = await parseInSlices(text, defaultLimits);
      assert.equal(parsed instanceof RpcError && refusedBy(parsed), limit);
    }
  });
});

describe("the text of an id that is rounded", () => {
  const number = "123456789012345678901234567890.5e-7";

  /** Returns the texts that are found, in a short text and in a long one. */
  async function idsIn(text: string): Promise<readonly (readonly [number, string])[]> {
    const short = parseShort(text, defaultLimits);
    const slices = await parseInSlices(long(text), defaultLimits);
    assert.ok(!(short instanceof RpcError) && !(slices instanceof RpcError));
    assert.deepEqual([...short.idNumbers], [...slices.idNumbers]);
    return [...short.idNumbers];
  }

  it("is found only where the request has it", async () => {
    const decoys = `"params":[{"id":1e30,"x":"\\"id\\":2e30"}],"method":"id","other":3e30`;
    for (const id of [`"id":${number}`, `"id" : ${number} `, `"\\u0069d":${number}`]) {
      assert.deepEqual(await idsIn(`{${decoys},${id}}`), [[0, number]]);
      assert.deepEqual(await idsIn(` { ${id},${decoys}}`), [[0, number]]);
    }
    assert.deepEqual(await idsIn(`{${decoys},"id":5}`), []);
  });

  it("is that of its entry of a batch, the last one of two", async () => {
    const batch = ` [ 1, null, {"id":1e31,"params":[[1,2],{"id":3e30}]}, ["id", 5e30], {"id":6e30,"id":-7e30} ]`;
    assert.deepEqual(await idsIn(batch), [
      [2, "1e31"],
      [4, "-7e30"],
    ]);
  });
});
