/** Tests JSON-RPC 2.0 envelopes: invalid, unusual, in batches. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { NodeContext } from "../node-suite.js";
import { exchangeJson, type RawAnswer } from "../raw-http.js";
import { assertError, invalidParameters } from "../refused.js";
import type { RpcAnswer } from "../rpc.js";

const batchMax = 1_000;
const parseError = -32700;
const invalidRequest = -32600;
const methodNotFound = -32601;
const overLimit = -32005;

function answerOf(raw: RawAnswer): RpcAnswer {
  assert.equal(raw.status, 200, raw.body.slice(0, 200));
  assert.match(raw.headers["content-type"] ?? "", /^application\/json/);
  return JSON.parse(raw.body) as RpcAnswer;
}

const blockNumber = (id: unknown) => ({
  jsonrpc: "2.0",
  id,
  method: "eth_blockNumber",
  params: [],
});

export function envelopeCases({ url }: NodeContext): void {
  const post = async (body: unknown) => answerOf(await exchangeJson(url(), body));
  singleCases(post);
  batchCases(url, post);
  nestingCases(url, post);
}

type Post = (body: unknown) => Promise<RpcAnswer>;

function singleCases(post: Post): void {
  it("what is not JSON is a parse error", async () => {
    for (const body of ["", "{", "{]", '{"jsonrpc":"2.0",', "hello", "\u0000", "[1,", "'{}'"]) {
      const answer = await post(body);
      assertError(answer, parseError, /\S/, JSON.stringify(body));
      assert.equal(answer.id, null);
    }
  });

  it("what is JSON and not a request is an invalid request", async () => {
    const good = blockNumber(1);
    for (const body of [
      1,
      "null",
      '"eth_blockNumber"',
      true,
      {},
      { ...good, jsonrpc: "1.0" },
      { ...good, jsonrpc: undefined },
      { ...good, method: 7 },
      { ...good, method: undefined },
      { ...good, method: null },
      { ...good, id: { a: 1 } },
      { ...good, id: [1] },
      { ...good, id: true },
    ]) {
      assertError(await post(body), invalidRequest, /\S/, JSON.stringify(body));
    }
  });

  it("params that are not a list are refused as such or as no request", async () => {
    for (const params of ["latest", 5, { block: "latest" }]) {
      const { error } = await post({ ...blockNumber(1), params });
      assert.ok(error?.code === invalidRequest || error?.code === invalidParameters);
    }
  });

  it("an unknown method is told by its code", async () => {
    for (const method of [
      "eth_unknown",
      "",
      "__proto__",
      "constructor",
      "toString",
      "ETH_CHAINID",
    ]) {
      const answer = await post({ ...blockNumber("x"), method });
      assertError(answer, methodNotFound, /\S/, method);
      assert.equal(answer.id, "x");
    }
  });

  it("an id of any legal type comes back as it was", async () => {
    for (const id of [0, 1, -5, 1.5, "", "abc", "ü😀", 2 ** 52, "1".repeat(500), null]) {
      const { result, id: echoed } = await post(blockNumber(id));
      assert.deepEqual([result, echoed], ["0x0", id]);
    }
    const huge = '{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"eth_chainId"}';
    assert.equal((await post(huge)).result, "0x1f");
  });

  it("params may be absent, empty or of the wrong types", async () => {
    assert.equal((await post({ ...blockNumber(1), params: undefined })).result, "0x0");
    assert.equal((await post({ ...blockNumber(1), params: [] })).result, "0x0");
    const method = "eth_getBalance";
    for (const params of [[1], [null], [{}], [[]], [true, false], ["0x", "0x"], [{ address: 1 }]]) {
      assertError(
        await post({ ...blockNumber(1), method, params }),
        invalidParameters,
        /address|params/,
      );
    }
  });
}

function batchCases(url: () => string, post: Post): void {
  it("a notification is answered by nothing", async () => {
    const notification = { jsonrpc: "2.0", method: "eth_blockNumber", params: [] };
    for (const body of [notification, [notification, notification]]) {
      const { status, body: text } = await exchangeJson(url(), body);
      assert.deepEqual([status, text], [204, ""]);
    }
    const mixed = await post([notification, blockNumber(7), notification]);
    assert.deepEqual(mixed, [{ jsonrpc: "2.0", id: 7, result: "0x0" }]);
  });

  it("an empty batch is one invalid request", async () => {
    assertError(await post([]), invalidRequest, /\S/);
  });

  it("a batch of the greatest length is answered in order", async () => {
    const ids = Array.from({ length: batchMax }, (_, i) => (i % 3 === 0 ? `id-${i}` : i));
    const methods = ["eth_blockNumber", "eth_chainId", "eth_unknown", "net_version"];
    const batch = ids.map((id, i) => ({ ...blockNumber(id), method: methods[i % methods.length] }));
    const answers = (await post(batch)) as unknown as RpcAnswer[];
    assert.deepEqual(
      answers.map(({ id }) => id),
      ids,
    );
    for (const [i, { result, error }] of answers.entries()) {
      assert.equal(error?.code ?? result, ["0x0", "0x1f", methodNotFound, "31"][i % 4]);
    }
  });

  it("a longer batch is refused as one", async () => {
    for (const length of [batchMax + 1, 10_000]) {
      const answer = await post(Array.from({ length }, (_, i) => blockNumber(i)));
      assertError(answer, overLimit, /1,?000/);
    }
  });

  it("what is not a request in a batch is refused alone", async () => {
    const answers = (await post([1, blockNumber(2), null, {}, []])) as unknown as RpcAnswer[];
    assert.deepEqual(
      answers.map(({ error, result }) => error?.code ?? result),
      [invalidRequest, "0x0", invalidRequest, invalidRequest, invalidRequest],
    );
  });
}

function nestingCases(url: () => string, post: Post): void {
  it("deep nesting is refused and does no harm", async () => {
    const depth = 100_000;
    const arrays = "[".repeat(depth) + "]".repeat(depth);
    const objects = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    for (const nested of [arrays, objects]) {
      for (const body of [
        nested,
        "[".repeat(depth),
        `{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":[${nested}]}`,
        `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{"to":${nested}},"latest"]}`,
        `{"jsonrpc":"2.0","id":${nested},"method":"eth_chainId"}`,
      ]) {
        const { status, body: text } = await exchangeJson(url(), body);
        assert.ok(status === 200 || status === 400, `${status}`);
        assert.ok(text.length < 10_000, "the answer does not repeat what was sent");
        assert.match(text, /"error"/);
      }
      assert.equal((await post(blockNumber(1))).result, "0x0");
    }
  });
}
