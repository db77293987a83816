import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, toHex } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { localClient } from "../../access/client.js";
import { address, ask, call, codeOf, dispatcher, send } from "../../testing/ask.js";
import { hashOf } from "../../testing/fake-values.js";
import { collectingLogger, type Logged, requestText } from "../../testing/serve.js";

describe("a request", () => {
  it("is answered with its own id", async () => {
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

  it("without a block means the latest one in the forms of nodes that read it so", async () => {
    const requests: readonly (readonly [method: string, ...params: unknown[]])[] = [
      ["eth_getCode", address],
      ["eth_getStorageAt", address, "0x0"],
      ["eth_getStorageAt", address, "0x0", null],
      ["eth_call", { to: address }],
    ];
    for (const [method, ...params] of requests) {
      const text = requestText(method, params);
      for (const form of ["hardhat", "anvil"] as const) {
        const to = dispatcher({}, {}, silentLogger, localClient, form);
        const withBlock = requestText(method, [...params.filter((one) => one !== null), "latest"]);
        assert.deepEqual(await ask(text, to), await ask(withBlock, to));
        assert.equal(await codeOf(requestText(method, []), to), -32602);
      }
      assert.equal(await codeOf(text), -32602);
    }
  });

  it("takes a height as a JSON number in the forms of nodes that do", async () => {
    const requests: readonly (readonly [method: string, ...rest: unknown[]])[] = [
      ["eth_getBlockByNumber", false],
      ["eth_getHeaderByNumber"],
      ["eth_getBlockTransactionCountByNumber"],
      ["eth_getUncleCountByBlockNumber"],
    ];
    for (const [method, ...rest] of requests) {
      for (const form of ["hardhat", "anvil"] as const) {
        const to = dispatcher({}, {}, silentLogger, localClient, form);
        for (const height of [0, 1]) {
          const answer = await ask(requestText(method, [height, ...rest]), to);
          assert.ok("result" in answer && answer.result !== null);
          assert.deepEqual(answer, await ask(requestText(method, [`0x${height}`, ...rest]), to));
        }
        for (const wrong of [-1, 1.5, 2 ** 53]) {
          assert.equal(await codeOf(requestText(method, [wrong, ...rest]), to), -32602);
        }
        const logs = requestText("eth_getLogs", [{ fromBlock: 0, toBlock: "latest" }]);
        assert.equal(await codeOf(logs, to), -32602);
      }
      assert.equal(await codeOf(requestText(method, [0, ...rest])), -32602);
    }
  });

  it("takes a position in a block as a JSON number in the forms of nodes that do", async () => {
    const { result } = await ask(requestText("eth_getBlockByNumber", ["0x1", false]));
    const { hash } = result as { readonly hash: string };
    for (const form of ["hardhat", "anvil"] as const) {
      const to = dispatcher({}, {}, silentLogger, localClient, form);
      for (const [method, block, quantity] of [
        ["eth_getTransactionByBlockNumberAndIndex", 1, "0x1"],
        ["eth_getTransactionByBlockHashAndIndex", hash, hash],
      ] as const) {
        const expected = await ask(requestText(method, [quantity, "0x0"]), to);
        assert.ok("result" in expected && expected.result !== null);
        assert.deepEqual(await ask(requestText(method, [block, 0]), to), expected);
        assert.equal(await codeOf(requestText(method, [quantity, 0])), -32602);
      }
    }
  });

  it("without an id is executed and not answered, even if it fails", async () => {
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

  it("needs no params if the method needs none", async () => {
    for (const params of ["", ',"params":[]', ',"params":null']) {
      const answer = await ask(`{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"${params}}`);
      assert.equal(answer.result, "0x1");
    }
  });

  it("that is malformed results in the code of its error", async () => {
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

  it("has its id in a refusal if it is valid, and null otherwise", async () => {
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

describe("an invalid parameter", () => {
  it("is named, with the expected form and the received value", async () => {
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

  it("is repeated only up to a limit", async () => {
    const { error } = await call("eth_getBalance", "y".repeat(100_000));
    assert.ok((error?.message.length ?? 0) < 300);
  });

  it("may be null only if it is optional", async () => {
    assert.ok((await call("eth_getBalance", address, null)).result);
    assert.equal((await call("eth_getBalance", null)).error?.code, -32602);
    assert.equal((await call("eth_getCode", address, null)).error?.code, -32602);
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

  it("becomes the error of its fault", async () => {
    const fault = new Fault({ code: "reverted", data: new Uint8Array(0) });
    assert.deepEqual((await ask(ethCall, faulty(fault))).error, {
      code: 3,
      message: "execution reverted",
      data: "0x",
    });
  });

  it("is logged with the beginning of its message, which may be a megabyte", async () => {
    const reasons: unknown[] = [];
    const debug = (fields: object) => void reasons.push(Object(fields).reason);
    const fault = new Fault({ code: "execution-failed", message: "x".repeat(5000) });
    const answer = await ask(ethCall, faulty(fault, { ...silentLogger, debug }));
    assert.equal(answer.error?.message.length, 5000);
    assert.deepEqual(reasons, [`${"x".repeat(1024)}… of 5000 characters`]);
  });

  it("that is a defect becomes an internal error, synchronous or not", async () => {
    for (const text of [ethCall, requestText("eth_blockNumber", [])]) {
      const logged: Logged[] = [];
      const answer = await ask(text, faulty(new TypeError("boom"), collectingLogger(logged)));
      assert.equal(answer.error?.code, -32603);
      assert.equal(logged.length, 1);
    }
  });

  it("in the middle of the logs leaves no partial answer", async () => {
    const to = dispatcher({
      async *logs() {
        yield [];
        throw new Fault({ code: "limit-exceeded", limit: "logs", max: 10_000 });
      },
    });
    assert.equal(await codeOf(requestText("eth_getLogs", [{}]), to), -32005);
  });

  it("of an answer that grows too long is a named limit", async () => {
    const to = dispatcher({}, { answerCharactersMax: 900 });
    const { error } = await ask(requestText("eth_getLogs", [{}]), to);
    assert.equal(error?.code, -32005);
    assert.deepEqual(error?.data, { limit: "answer-characters", max: 900 });
  });
});
