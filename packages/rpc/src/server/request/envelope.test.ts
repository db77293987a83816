import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Request, readPlainRequest, readRequest } from "./envelope.js";

const read = (text: string) => readRequest(JSON.parse(text), { idNumbers: new Map() }, 0);

describe("a request without parameters", () => {
  it("is the same on the fast path and on the slow one", () => {
    const id = fc.integer({ min: 0, max: 999_999_999_999_999 });
    const method = fc.stringMatching(/^\w{1,64}$/);
    fc.assert(
      fc.property(id, method, fc.boolean(), (number, name, hasParams) => {
        const params = hasParams ? ',"params":[]' : "";
        const text = `{"jsonrpc":"2.0","id":${number},"method":"${name}"${params}}`;
        assert.deepEqual(readPlainRequest(text), read(text));
      }),
      { seed: 1 },
    );
  });

  it("is read on the slow path if any character differs", () => {
    const text = '{"jsonrpc":"2.0","id":17,"method":"eth_blockNumber","params":[]}';
    assert.ok(readPlainRequest(text));
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, character) => {
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          const plain = readPlainRequest(changed);
          if (plain !== undefined) assert.deepEqual(plain, read(changed));
        },
      ),
      { seed: 2, numRuns: 2_000 },
    );
    for (const other of ["01", "-1", "1.5", "1e3", "9999999999999999", '"1"', "null"]) {
      assert.equal(readPlainRequest(text.replace("17", other)), undefined);
    }
    assert.equal(readPlainRequest(`${text}\n`), undefined);
    assert.equal(readPlainRequest(`[${text}]`), undefined);
  });
});

describe("parameters in an object", () => {
  const request = (method: string, params: unknown) =>
    read(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));

  it("are those of an array, in the order of the names that the method declares", () => {
    const reorg = { tx_block_pairs: [["0x12", 0]], depth: 2, unknown: 1 };
    assert.deepEqual(
      request("anvil_reorg", reorg),
      request("anvil_reorg", [2, reorg.tx_block_pairs]),
    );
    const { params } = request("anvil_reorg", { depth: 2 }) as Request;
    assert.deepEqual(params, [2, undefined]);
  });

  it("are refused by a method that declares no names, and by an unknown one", () => {
    for (const method of ["eth_getBalance", "eth_nothing"]) {
      const answer = request(method, { address: "0x12" });
      assert.ok("refusal" in answer);
      assert.equal(answer.refusal.code, -32602);
    }
  });
});
