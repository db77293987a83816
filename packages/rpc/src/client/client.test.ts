import assert from "node:assert/strict";
import { getEventListeners, once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Fault, fromHex } from "@tandem/primitives";
import { fakeBackend, rawTransactions } from "../testing/fake-backend.js";
import { addressOf, hashOf } from "../testing/fake-values.js";
import { type Served, serve, smallChain, transports } from "../testing/serve.js";
import { type Client, ConnectionError, httpClient, RpcError, webSocketClient } from "./client.js";

const { genesis, block } = smallChain();
const rich = addressOf(0xf3);

/** A client of each kind for a server. */
const kinds: Readonly<Record<string, (t: TestContext, served: Served) => Client>> = {
  HTTP: (_, { server }) => httpClient(`${server.url}/key`),
  WebSocket(t, { server }) {
    const client = webSocketClient(`${server.wsUrl}/key`);
    t.after(() => client.close());
    return client;
  },
};

const isRpcError = (code: number) => (error: unknown) =>
  error instanceof RpcError && error.code === code;

for (const transport of transports) {
  for (const [kind, connect] of Object.entries(kinds)) {
    describe(`the client over ${kind} to ${transport}`, () => {
      it("accepts and returns domain values, with defaults for omitted ones", async (t) => {
        const client = connect(t, await serve(t, transport));
        const balance: bigint | undefined = await client.eth_getBalance({ address: rich });
        assert.equal(balance, 10_000n * 10n ** 18n);
        assert.equal(await client.eth_blockNumber(), 1);
        assert.equal(
          await client.eth_getBalance({ address: rich, block: { number: 99 } }),
          undefined,
        );
        const shown = await client.eth_getBlockByHash({ hash: block.hash });
        assert.deepEqual(shown?.hash, block.hash);
        assert.equal(shown?.transactions.length, 2);
        const slot = await client.eth_getStorageAt({
          address: rich,
          position: hashOf(5),
          block: { tag: "latest" },
        });
        assert.deepEqual(slot, hashOf(5));
        assert.equal(await client.eth_syncing(), false);
        assert.deepEqual(await client.eth_accounts(), []);
      });

      it("encodes filters and calls in the form from which they were decoded", async (t) => {
        const client = connect(t, await serve(t, transport));
        const logs = await client.eth_getLogs({
          filter: {
            filter: { addresses: [addressOf(2)], topics: [undefined, [hashOf(20)]] },
            range: { from: { tag: "earliest" }, to: { tag: "latest" } },
          },
        });
        assert.deepEqual(
          logs.map(({ logIndex }) => logIndex),
          [1],
        );
        const output = await client.eth_call({
          call: { to: rich, data: Uint8Array.of(1, 2), value: 3n },
          block: { hash: block.hash, requireCanonical: true },
          overrides: [[rich, { balance: 1n, stateDiff: [[hashOf(1), hashOf(2)]] }]],
        });
        assert.deepEqual(output, Uint8Array.of(1, 2));
        const traces = await client.trace_filter({
          filter: {
            from: { number: 0 },
            to: { tag: "latest" },
            fromAddresses: [],
            toAddresses: [addressOf(0xbb)],
            after: 1,
            count: 5,
          },
        });
        assert.deepEqual(
          traces.map(({ transactionPosition }) => transactionPosition),
          [1],
        );
        const fees = await client.eth_feeHistory({
          blockCount: 2,
          newestBlock: { tag: "latest" },
          rewardPercentiles: [0, 100],
        });
        assert.deepEqual(fees.reward?.[1], [1_000_000n, 1_000_000n]);
        const raw = fromHex(rawTransactions.legacy);
        const hash = await client.eth_sendRawTransaction({ transaction: raw });
        assert.deepEqual((await client.eth_getTransactionByHash({ hash }))?.nonce, 0n);
      });

      it("sends a batch as one message and keeps its order", async (t) => {
        const client = connect(t, await serve(t, transport));
        const [height, balance, missing] = await client.batch((calls) => [
          calls.eth_blockNumber(),
          calls.eth_getBalance({ address: rich }),
          calls.eth_getTransactionReceipt({ hash: hashOf(1) }),
        ]);
        assert.equal(height + 1, 2);
        assert.equal(balance, 10_000n * 10n ** 18n);
        assert.equal(missing, undefined);
        assert.deepEqual(await client.batch(() => []), []);
      });

      it("fails with the code and the data of the node's error", async (t) => {
        const backend = fakeBackend([genesis, block], {
          call: async () => {
            throw new Fault({ code: "reverted", data: Uint8Array.of(8) });
          },
        });
        const client = connect(t, await serve(t, transport, { backend }));
        const call = { call: {}, block: { tag: "latest" } } as const;
        await assert.rejects(client.eth_call(call), (error) => {
          assert.ok(error instanceof RpcError);
          assert.deepEqual([error.code, error.data], [3, "0x08"]);
          return true;
        });
        const batch = client.batch((calls) => [calls.eth_blockNumber(), calls.eth_call(call)]);
        await assert.rejects(batch, isRpcError(3));
        await assert.rejects(client.eth_getBalance({ address: hashOf(1) }), /20 bytes/);
      });

      it("fails with the limit if a batch is too long", async (t) => {
        const client = connect(t, await serve(t, transport, { limits: { batchEntriesMax: 2 } }));
        const three = client.batch((calls) => [
          calls.eth_blockNumber(),
          calls.eth_blockNumber(),
          calls.eth_blockNumber(),
        ]);
        await assert.rejects(three, isRpcError(-32005));
      });
    });
  }

  describe(`the client over HTTP to ${transport}, refused`, () => {
    it("reports it by the error in the body, or as a lost connection", async (t) => {
      const { server } = await serve(t, transport, { apiKeys: ["secret"] });
      assert.equal(await httpClient(`${server.url}/secret`).eth_chainId(), 31);
      await assert.rejects(httpClient(`${server.url}/wrong`).eth_chainId(), isRpcError(-32016));
      await server.close();
      await assert.rejects(httpClient(server.url).eth_chainId(), ConnectionError);
    });
  });
}

it("a result of another form is named, as a node of another kind returns it", async (t) => {
  let result: unknown = null;
  const other = createServer((_, response) =>
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result })),
  ).listen(0, "127.0.0.1");
  t.after(() => other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const client = () => httpClient(`http://127.0.0.1:${port}`);
  const ask = () => client().mnr_getWork();
  const named = (words: RegExp) => (error: unknown) =>
    error instanceof ConnectionError && words.test(error.message);
  await assert.rejects(ask(), named(/^the answer to mnr_getWork has another form: /));
  result = { target: "0x0" };
  await assert.rejects(ask(), named(/^the answer to mnr_getWork has another form at \w+: /));
  const list = () => client().ots_getInternalOperations({ hash: new Uint8Array(32) });
  await assert.rejects(
    list(),
    named(/^the answer to ots_getInternalOperations has another form: /),
  );
  result = [{ type: 0, from: null }];
  // The list may be null, and then has no members.
  await assert.rejects(list(), named(/ has another form at 0\.from: expected/));
});

it("an answer that is too long is not read to its end", async (t) => {
  let left: Promise<unknown> | undefined;
  const other = createServer((_, response) => {
    left = once(response, "close");
    // It does not end.
    response.write(Buffer.alloc(2_000_000, "1"));
  }).listen(0, "127.0.0.1");
  t.after(() => other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const limits = { answerBytesMax: 1_000_000 };
  await assert.rejects(
    httpClient(`http://127.0.0.1:${port}`, { limits }).eth_chainId(),
    (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.match(error.message, /the answer is longer than 1000000 bytes/);
      return true;
    },
  );
  await left;
});

it("a call leaves nothing behind at the signal that aborts all calls", async (t) => {
  const { server } = await serve(t, transports[0]);
  const { signal } = new AbortController();
  const client = httpClient(`${server.url}/key`, { signal });
  // The signals that it makes stay in memory as long as those that they follow.
  const followers = t.mock.method(AbortSignal, "any");
  const held = () => getEventListeners(signal, "abort").length + followers.mock.callCount();
  const before = held();
  await client.eth_chainId();
  await server.close();
  await assert.rejects(client.eth_chainId(), ConnectionError);
  assert.equal(held(), before);
});

describe("the client's code", () => {
  it("contains nothing of the server, its sockets or a database", () => {
    const start = join(dirname(fileURLToPath(import.meta.url)), "client.js");
    const seen = new Set<string>();
    const outside = new Set<string>();
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, "utf8");
      for (const [, name = ""] of text.matchAll(/(?:from |import\()"([^"]+)"/g)) {
        if (name.startsWith(".")) visit(join(dirname(file), name));
        else outside.add(name);
      }
    };
    visit(start);
    assert.deepEqual([...outside].sort(), [
      "@tandem/primitives",
      "@tandem/runtime",
      "@tandem/schema",
      "ws",
      "zod",
    ]);
    assert.deepEqual(
      [...seen].filter((file) => /\/(server|handlers)\//.test(file)),
      [],
    );
    assert.ok(seen.size > 20);
  });
});
