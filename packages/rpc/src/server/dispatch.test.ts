import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, silentLogger, toHex } from "@tandem/primitives";
import fc from "fast-check";
import { contract, namesOf } from "../contract/index.js";
import { fakeBackend, hashOf, rawTransactions } from "../testing/fake-backend.js";
import {
  collectingLogger,
  type JsonAnswer,
  type Logged,
  requestText,
  smallChain,
} from "../testing/serve.js";
import type { Backend } from "./backend.js";
import { createDispatch } from "./dispatch.js";
import { defaultLimits, type Limits } from "./limits.js";
import { PendingCall } from "./pending-call.js";

const { genesis, block } = smallChain();

function dispatcher(
  replaced: Partial<Backend> = {},
  limits: Partial<Limits> = {},
  logger = silentLogger,
) {
  const dispatch = createDispatch({
    backend: fakeBackend([genesis, block], replaced),
    limits: { ...defaultLimits, ...limits },
    logger,
    clock: { now: () => 0 },
  });
  return (text: string) =>
    dispatch(text, new PendingCall(defaultLimits.answerCharactersMax, undefined));
}

const send = dispatcher();
const ask = async (text: string, to = send) => JSON.parse((await to(text)) ?? "null") as JsonAnswer;
const call = (method: string, ...params: unknown[]) => ask(requestText(method, params));
const codeOf = async (text: string, to = send) => (await ask(text, to)).error?.code;
const address = `0x${"f3".repeat(20)}`;

describe("a request", () => {
  it("is answered under its own id, whatever that is", async () => {
    const ids = ['"text"', '"\\u0000é\\ud83d\\ude00"', "7", "-1", "0", "null", '""'];
    const long = [
      "123456789012345678901234567890",
      "1e400",
      "0.1000000000000000055",
      "-9007199254740993",
    ];
    for (const id of [...ids, ...long, `"${"x".repeat(10_000)}"`]) {
      const text = await send(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`);
      const echoed = /^\{"jsonrpc":"2\.0","id":(.*),"result":"0x1f"\}$/.exec(text ?? "")?.[1];
      if (id.startsWith('"')) assert.equal(JSON.parse(echoed ?? "0"), JSON.parse(id));
      else assert.equal(echoed, id);
    }
  });

  it("without an id is carried out and not answered, even when it fails", async () => {
    const submitted: string[] = [];
    const to = dispatcher({
      submit: async (raw) => {
        submitted.push(toHex(raw));
        return hashOf(1);
      },
    });
    const notify = (method: string, params: unknown) =>
      to(JSON.stringify({ jsonrpc: "2.0", method, params }));
    assert.equal(await notify("eth_sendRawTransaction", ["0x01"]), undefined);
    assert.deepEqual(submitted, ["0x01"]);
    assert.equal(await notify("eth_sendRawTransaction", []), undefined);
    assert.equal(await notify("no_such", []), undefined);
  });

  it("needs no params when the method needs none", async () => {
    for (const params of ["", ',"params":[]', ',"params":null']) {
      const answer = await ask(`{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"${params}}`);
      assert.equal(answer.result, "0x1");
    }
  });

  it("that is malformed gets the code for what is wrong with it", async () => {
    const cases: [string, number][] = [
      ["", -32700],
      ["{", -32700],
      ['{"jsonrpc":"2.0","id":1,"method":"eth_chainId"', -32700],
      ["1", -32600],
      ["null", -32600],
      ['"x"', -32600],
      ["{}", -32600],
      ["[]", -32600],
      ['{"id":1,"method":"eth_chainId"}', -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', -32600],
      ['{"jsonrpc":2,"id":1,"method":"eth_chainId"}', -32600],
      ['{"jsonrpc":"2.0","id":1}', -32600],
      ['{"jsonrpc":"2.0","id":1,"method":1}', -32600],
      ['{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}', -32600],
      ['{"jsonrpc":"2.0","id":true,"method":"eth_chainId"}', -32600],
      ['{"jsonrpc":"2.0","id":1,"method":"eth_nothing"}', -32601],
      ['{"jsonrpc":"2.0","id":1,"method":"__proto__"}', -32601],
      ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
      ['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":{}}', -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":"x"}', -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[1]}', -32602],
      ['{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}', -32601],
      ['{"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["0x1"]}', -32601],
    ];
    for (const [text, code] of cases) assert.equal(await codeOf(text), code, text);
  });

  it("echoes its id in a refusal when it has one, and null otherwise", async () => {
    assert.equal((await ask('{"jsonrpc":"1.0","id":"a","method":"x"}')).id, "a");
    assert.equal((await ask('{"jsonrpc":"2.0","id":[],"method":"x"}')).id, null);
    assert.equal((await ask("{")).id, null);
  });

  it("nested too deep is over a limit", async () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    const answer = await ask(`{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":${deep}}`);
    assert.equal(answer.error?.code, -32005);
    assert.deepEqual(answer.error?.data, { limit: "json-depth", max: 64 });
  });
});

describe("a parameter that does not fit", () => {
  it("is named, with what was expected and what came", async () => {
    const wrong = await call("eth_getBalance", "0x12");
    assert.equal(
      wrong.error?.message,
      'params[0] (address): expected 20 bytes of 0x-hex, got "0x12"',
    );
    const missing = await call("eth_getCode", address);
    assert.match(missing.error?.message ?? "", /^params\[1\] \(block\): expected .*, got nothing$/);
    const nested = await call("eth_call", { to: "0x12" }, "latest");
    assert.match(nested.error?.message ?? "", /^params\[0\]\.to \(call\.to\): /);
    const many = await call("eth_blockNumber", 1, 2);
    assert.match(many.error?.message ?? "", /at most 0, got 2/);
    for (const { error } of [wrong, missing, nested, many]) assert.equal(error?.code, -32602);
  });

  it("is not repeated at length", async () => {
    const { error } = await call("eth_getBalance", "y".repeat(100_000));
    assert.ok((error?.message.length ?? 0) < 300);
  });

  it("may be null only where it may be left out", async () => {
    assert.ok((await call("eth_getBalance", address, null)).result);
    assert.equal((await call("eth_getBalance", null)).error?.code, -32602);
    assert.equal((await call("eth_getCode", address, null)).error?.code, -32602);
  });
});

describe("a method", () => {
  it("answers null for what does not exist", async () => {
    const unknown = toHex(hashOf(0xee));
    const calls: [string, ...unknown[]][] = [
      ["eth_getBalance", address, "0x63"],
      ["eth_getBalance", address, unknown],
      ["eth_getCode", address, { blockHash: unknown }],
      ["eth_getStorageAt", address, "0x0", "0x63"],
      ["eth_getTransactionCount", address, "0x63"],
      ["eth_getBlockByHash", unknown],
      ["eth_getBlockByNumber", "0x63", true],
      ["eth_getBlockTransactionCountByHash", unknown],
      ["eth_getBlockTransactionCountByNumber", "0x63"],
      ["eth_getUncleCountByBlockHash", unknown],
      ["eth_getUncleCountByBlockNumber", "0x63"],
      ["eth_getTransactionByHash", unknown],
      ["eth_getTransactionByBlockHashAndIndex", unknown, "0x0"],
      ["eth_getTransactionByBlockNumberAndIndex", "latest", "0x63"],
      ["eth_getTransactionReceipt", unknown],
    ];
    for (const [method, ...params] of calls) {
      assert.deepEqual(
        await call(method, ...params),
        { jsonrpc: "2.0", id: 1, result: null },
        method,
      );
    }
  });

  it("answers about the client and the chain", async () => {
    const expected: Record<string, unknown> = {
      eth_accounts: [],
      eth_blockNumber: "0x1",
      eth_chainId: "0x1f",
      net_version: "31",
      eth_gasPrice: "0x3ef1480",
      eth_maxPriorityFeePerGas: "0x5b8d80",
      eth_protocolVersion: "0x3e",
      native_protocolVersion: "0x3e",
      rsk_protocolVersion: "0x3e",
      web3_clientVersion: "Tandem/v0.1.0/test",
      eth_syncing: false,
      net_listening: true,
    };
    for (const [method, result] of Object.entries(expected)) {
      assert.deepEqual((await call(method)).result, result, method);
    }
    assert.equal(
      (await call("web3_sha3", "0x")).result,
      "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    );
  });

  it("answers about accounts, blocks, transactions and receipts", async () => {
    const hash = toHex(block.hash);
    const txHash = toHex(block.transactions[1]?.hash ?? hashOf(0));
    assert.equal((await call("eth_getTransactionCount", address)).result, "0x5");
    assert.equal((await call("eth_getCode", `0x${"cc".repeat(20)}`, "latest")).result, "0x6001");
    const storage = await call("eth_getStorageAt", address, "0x5", { blockNumber: "0x1" });
    assert.equal(storage.result, `0x${"5".padStart(64, "0")}`);
    assert.equal((await call("eth_getBlockTransactionCountByHash", hash)).result, "0x2");
    assert.equal((await call("eth_getUncleCountByBlockNumber", "latest")).result, "0x0");
    const byHash = await call("eth_getTransactionByHash", txHash);
    assert.deepEqual(await call("eth_getTransactionByBlockHashAndIndex", hash, "0x1"), byHash);
    assert.deepEqual(await call("eth_getTransactionByBlockNumberAndIndex", "0x1", "0x1"), byHash);
    const receipt = (await call("eth_getTransactionReceipt", txHash)).result as { logs: unknown };
    const logs = (await call("eth_getLogs", { blockHash: hash })).result as unknown[];
    assert.deepEqual(receipt.logs, logs.slice(1));
    const sent = await call("eth_sendRawTransaction", rawTransactions.feeMarket);
    assert.equal(sent.result, txHash);
  });

  it("finds logs in order, and an empty list when nothing matches", async () => {
    const logsOf = async (filter: object) =>
      ((await call("eth_getLogs", filter)).result as { logIndex: string }[]).map((l) => l.logIndex);
    assert.deepEqual(await logsOf({}), ["0x0", "0x1", "0x2"]);
    assert.deepEqual(await logsOf({ fromBlock: "earliest", topics: [toHex(hashOf(10))] }), [
      "0x0",
      "0x1",
    ]);
    assert.deepEqual(await logsOf({ topics: [null, toHex(hashOf(20))] }), ["0x1"]);
    assert.deepEqual(await logsOf({ address: `0x${"99".repeat(20)}` }), []);
    assert.deepEqual(await logsOf({ blockHash: toHex(hashOf(0xee)) }), []);
  });
});

describe("an error of the node", () => {
  const faulty = (error: unknown, logger = silentLogger) =>
    dispatcher(
      {
        call: async () => {
          throw error;
        },
        headNumber: () => {
          throw error;
        },
      },
      {},
      logger,
    );
  const ethCall = requestText("eth_call", [{ to: address }, "latest"]);

  it("becomes the error its fault stands for", async () => {
    const fault = new Fault({ code: "reverted", data: new Uint8Array(0) });
    assert.deepEqual((await ask(ethCall, faulty(fault))).error, {
      code: 3,
      message: "execution reverted",
      data: "0x",
    });
  });

  it("that is a defect is internal, whether it came at once or later", async () => {
    for (const text of [ethCall, requestText("eth_blockNumber", [])]) {
      const logged: Logged[] = [];
      const answer = await ask(text, faulty(new TypeError("boom"), collectingLogger(logged)));
      assert.equal(answer.error?.code, -32603);
      assert.equal(logged.length, 1);
    }
  });

  it("in the middle of the logs leaves no half answer", async () => {
    const to = dispatcher({
      async *logs() {
        yield [];
        throw new Fault({ code: "limit-exceeded", limit: "logs", max: 10_000 });
      },
    });
    assert.equal(await codeOf(requestText("eth_getLogs", [{}]), to), -32005);
  });

  it("of an answer that grows too long is a limit by name", async () => {
    const dispatch = createDispatch({
      backend: fakeBackend([genesis, block]),
      limits: defaultLimits,
      logger: silentLogger,
      clock: { now: () => 0 },
    });
    const text = await dispatch(requestText("eth_getLogs", [{}]), new PendingCall(900, undefined));
    const { error } = JSON.parse(text ?? "") as JsonAnswer;
    assert.equal(error?.code, -32005);
    assert.deepEqual(error?.data, { limit: "answer-characters", max: 900 });
  });
});

describe("a batch", () => {
  const batchOf = async (entries: unknown[], to = send) =>
    JSON.parse((await to(JSON.stringify(entries))) ?? "null") as JsonAnswer[] & JsonAnswer;
  const entry = (id: unknown, method = "eth_chainId", params: unknown[] = []) => ({
    jsonrpc: "2.0",
    id,
    method,
    params,
  });

  it("is answered in order, valid and invalid entries alike, without notifications", async () => {
    const answers = await batchOf([
      entry("a"),
      entry(2, "eth_getBalance", [address]),
      1,
      { jsonrpc: "2.0", method: "eth_chainId" },
      entry(3, "no_such"),
      entry(4, "eth_getBlockByNumber", ["latest"]),
    ]);
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error?.code]),
      [
        ["a", undefined],
        [2, undefined],
        [null, -32600],
        [3, -32601],
        [4, undefined],
      ],
    );
  });

  it("runs its entries one after the other", async () => {
    const events: string[] = [];
    const to = dispatcher({
      submit: async () => {
        events.push("begin");
        await new Promise(setImmediate);
        events.push("end");
        return hashOf(1);
      },
    });
    const send = entry(1, "eth_sendRawTransaction", ["0x01"]);
    await batchOf([send, send], to);
    assert.deepEqual(events, ["begin", "end", "begin", "end"]);
  });

  it("of notifications alone has no answer", async () => {
    assert.equal(await send('[{"jsonrpc":"2.0","method":"eth_chainId"}]'), undefined);
  });

  it("that is empty is no request, and one of too many entries is one error", async () => {
    assert.equal((await batchOf([])).error?.code, -32600);
    const entries = Array.from({ length: 10_000 }, (_, i) => entry(i));
    const { id, error } = await batchOf(entries);
    assert.equal(id, null);
    assert.equal(error?.code, -32005);
    assert.deepEqual(error?.data, { limit: "batch-entries", max: 1000 });
    assert.equal((await batchOf(entries.slice(0, 1000))).length, 1000);
  });

  it("whose answers grow too long is one error", async () => {
    const to = dispatcher({}, { answerCharactersMax: 500 });
    const { error } = await batchOf(
      Array.from({ length: 100 }, (_, i) => entry(i)),
      to,
    );
    assert.deepEqual(error?.data, { limit: "answer-characters", max: 500 });
  });

  it("echoes long ids entry by entry", async () => {
    const long = (n: number) =>
      `{"jsonrpc":"2.0","id":${n}00000000000000000001,"method":"eth_chainId"}`;
    const text = (await send(`[${long(1)},${long(2)}]`)) ?? "";
    assert.match(text, /"id":100000000000000000001,.*"id":200000000000000000001,/);
  });
});

describe("whatever is sent", () => {
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
