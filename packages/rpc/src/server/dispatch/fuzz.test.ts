import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import fc from "fast-check";
import { contract, namesOf } from "../../contract/index.js";
import { address, block, dispatcher } from "../../testing/ask.js";
import { collectingLogger, type Logged } from "../../testing/serve.js";

describe("an arbitrary body", () => {
  const names = [...contract.flatMap(namesOf), "eth_nothing"];
  const hex = fc.oneof(
    fc.constantFrom("0x", "0x0", "latest", "pending", address, toHex(block.hash)),
    fc.uint8Array({ maxLength: 40 }).map(toHex),
  );
  const member = fc.oneof(hex, fc.jsonValue({ maxDepth: 2 }), fc.array(hex, { maxLength: 3 }));
  const keys = fc.constantFrom("to", "data", "topics", "address", "fromBlock", "blockHash", "gas");
  const param = fc.oneof(member, fc.dictionary(keys, member, { maxKeys: 4 }));
  const call = fc.record(
    {
      jsonrpc: fc.constantFrom("2.0", "2.0", "2.0", "1.0"),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue()),
      method: fc.constantFrom(...names),
      params: fc.oneof(fc.array(param, { maxLength: 4 }), fc.jsonValue()),
    },
    { requiredKeys: ["jsonrpc", "id", "method"] },
  );

  function isAnswer(value: unknown): boolean {
    if (Array.isArray(value)) return value.every(isAnswer);
    const { jsonrpc, id, error, ...rest } = value as Record<string, unknown>;
    const code = (error as { code?: number } | undefined)?.code;
    const hasOne = error === undefined ? "result" in rest : Number.isInteger(code);
    return jsonrpc === "2.0" && id !== undefined && hasOne && code !== -32603;
  }

  it("is answered, and never as an internal error", async () => {
    const bodies = fc.oneof(
      call.map((value) => JSON.stringify(value)),
      fc.array(call, { minLength: 1, maxLength: 3 }).map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string(),
    );
    const logged: Logged[] = [];
    // A backend refuses raw bytes that are no transaction with a fault, as the fake's decoder does.
    const to = dispatcher({}, {}, collectingLogger(logged));
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const text = await to(body);
        assert.ok(text !== undefined && isAnswer(JSON.parse(text)), text ?? "no answer");
      }),
      { numRuns: 3000, seed: 5 },
    );
    assert.deepEqual(logged, []);
  });
});
