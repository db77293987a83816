import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readPlainRequest, readRequest } from "./envelope.js";
import { RequestText } from "./json-text.js";

const read = (text: string) => readRequest(JSON.parse(text), new RequestText(text), 0);

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
