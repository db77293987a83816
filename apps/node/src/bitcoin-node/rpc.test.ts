import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, afterEach, before, describe, it } from "node:test";
import { BitcoinRpcError, bitcoinRpc, isBitcoinRpcUrl } from "./rpc.js";
import { type FakeBitcoin, password, startFakeBitcoin } from "./testing/fake-bitcoin.js";

const limits = { callMs: 30_000, answerBytesMax: 10_000 };

describe("calls to a Bitcoin node", () => {
  let fake: FakeBitcoin;
  before(async () => {
    fake = await startFakeBitcoin();
  });
  after(() => fake.stop());
  afterEach(() => {
    fake.behaviour = "well";
  });

  const failureOf = async (attempt: Promise<unknown>): Promise<BitcoinRpcError> => {
    const error = await attempt.then(
      () => undefined,
      (reason) => reason,
    );
    assert.ok(error instanceof BitcoinRpcError, String(error));
    return error;
  };

  it("send user and password, and return the result", async () => {
    const rpc = bitcoinRpc(fake.url, limits);
    const template = (await rpc.call("getblocktemplate", [{ rules: ["segwit"] }])) as object;
    assert.ok("previousblockhash" in template);
    const call = fake.calls.at(-1);
    assert.deepEqual([call?.method, call?.params], ["getblocktemplate", [{ rules: ["segwit"] }]]);
  });

  it("have a connection each: the node may close an idle one while it is used again", async () => {
    const headers: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      headers.push(request.headers);
      response.end('{"result":7,"error":null,"id":1}');
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    let connections = 0;
    server.on("connection", () => {
      connections += 1;
    });
    const { port } = server.address() as AddressInfo;
    const rpc = bitcoinRpc(`http://127.0.0.1:${port}`, limits);
    for (let i = 0; i < 3; i++) assert.equal(await rpc.call("getblockcount"), 7);
    assert.equal(connections, 3);
    assert.ok(headers.every(({ connection }) => connection === "close"));
    server.close();
  });

  it("fail with a name for each kind of failure", async () => {
    const rpc = bitcoinRpc(fake.url, limits);
    const cases = [
      [{ status: 500, body: "Work queue depth exceeded" }, "bad-answer", undefined],
      [{ status: 200, body: "<html>" }, "bad-answer", undefined],
      [{ status: 200, body: "[1]" }, "bad-answer", undefined],
      [{ status: 200, body: '"'.padEnd(20_000, "x") }, "bad-answer", undefined],
      [{ status: 403, body: "" }, "unauthorized", undefined],
      ["cut", "unreachable", undefined],
      [
        { status: 500, body: '{"result":null,"error":{"code":-10,"message":"catching up"}}' },
        "refused",
        -10,
      ],
      [{ status: 200, body: '{"result":null,"error":{"code":-32601}}' }, "refused", -32_601],
    ] as const;
    for (const [behaviour, failure, rpcCode] of cases) {
      fake.behaviour = behaviour;
      const error = await failureOf(rpc.call("getblockcount"));
      assert.deepEqual([error.failure, error.rpcCode], [failure, rpcCode], error.message);
      assert.match(error.message, /getblockcount|more than/);
    }
    fake.behaviour = "silent";
    const late = await failureOf(rpc.call("getblockcount", [], { timeoutMs: 50 }));
    assert.equal(late.failure, "late");
  });

  it("fail as unauthorized with another password, and as unreachable without a listener", async () => {
    const wrong = fake.url.replace("miner", "somebody");
    const refused = await failureOf(bitcoinRpc(wrong, limits).call("getblockcount"));
    assert.equal(refused.failure, "unauthorized");
    const { url } = fake;
    await fake.stop();
    const away = await failureOf(bitcoinRpc(url, limits).call("getblockcount"));
    assert.equal(away.failure, "unreachable");
    await fake.start();
    assert.ok(await bitcoinRpc(url, limits).call("getblocktemplate"));
  });

  it("reject with the signal's own reason", async () => {
    fake.behaviour = "silent";
    const stopping = new AbortController();
    const call = bitcoinRpc(fake.url, limits).call("waits", [], { signal: stopping.signal });
    await fake.called(({ method }) => method === "waits");
    stopping.abort(new Error("the node ends"));
    await assert.rejects(call, { message: "the node ends" });
  });

  it("never reveal the password", async () => {
    const rpc = bitcoinRpc(fake.url, limits);
    const told = [rpc.address];
    for (const behaviour of ["cut", { status: 401, body: "" }] as const) {
      fake.behaviour = behaviour;
      const error = await failureOf(rpc.call("getblockcount"));
      told.push(
        `${error.stack} ${(error.cause as Error | undefined)?.stack}`,
        JSON.stringify(error),
      );
    }
    assert.ok(told.every((text) => !text.includes(password) && !text.includes("p%40ss")));
    assert.match(rpc.address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  });
});

it("an address is a complete URL of http or https", () => {
  for (const url of ["http://u:p@localhost:8332", "https://node.example/wallet"]) {
    assert.ok(isBitcoinRpcUrl(url), url);
  }
  for (const url of ["", "localhost:8332", "ftp://host", "http://", "http://host:99999"]) {
    assert.equal(isBitcoinRpcUrl(url), false, url);
    assert.throws(() => bitcoinRpc(url), TypeError);
  }
});
