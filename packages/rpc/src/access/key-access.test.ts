import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { WebSocket } from "ws";
import { fakeBackend, rawTransactions } from "../testing/fake-backend.js";
import { type JsonAnswer, requestText, serve, smallChain, transports } from "../testing/serve.js";
import { type ApiKey, digestOf } from "./keys.js";

const named = (name: string, more: Partial<ApiKey> = {}): ApiKey => ({
  name,
  digest: digestOf(`secret-${name}`),
  mayReadMetrics: false,
  ...more,
});

async function refusedUpgrade(url: string): Promise<number | undefined> {
  const socket = new WebSocket(url);
  socket.on("error", () => {});
  const [, response] = await once(socket, "unexpected-response");
  return response.statusCode;
}

for (const transport of transports) {
  describe(`API keys over ${transport}`, () => {
    it("are answered 429 over their rate, with the seconds to wait, and others are not", async (t) => {
      let nowMs = 0;
      const apiKeys = [named("a", { requestsPerSecond: 2 }), named("b")];
      const { post } = await serve(t, transport, { apiKeys, steadyClock: { now: () => nowMs } });
      const ask = (path: string) => post(requestText("eth_chainId", [], 7), { path });
      for (let i = 0; i < 2; i++) assert.equal((await ask("/secret-a")).status, 200);
      const limited = await ask("/secret-a");
      assert.equal(limited.status, 429);
      assert.equal(limited.headers.get("retry-after"), "1");
      const { id, error } = (await limited.json()) as JsonAnswer;
      assert.equal(id, 7);
      assert.equal(error?.code, -32005);
      assert.deepEqual(error?.data, { limit: "requests-per-second", max: 2, retryAfter: 1 });
      assert.equal((await ask("/secret-b")).status, 200);
      nowMs += 500;
      assert.equal((await ask("/secret-a")).status, 200);
    });

    it("have each request of a batch and of a WebSocket counted, and refused separately", async (t) => {
      const apiKeys = [named("a", { requestsPerSecond: 3 })];
      const { post, connect } = await serve(t, transport, { apiKeys });
      const one = JSON.parse(requestText("eth_chainId", []));
      const body = JSON.stringify([one, one]);
      const answer = await post(body, { path: "/secret-a" });
      assert.equal(answer.status, 200);
      const client = await connect("/secret-a");
      client.socket.send(JSON.stringify([one, { ...one, id: 2 }]));
      const [first, second] = await client.next<JsonAnswer[]>();
      assert.equal(first?.result, "0x1f");
      const data = { limit: "requests-per-second", max: 3, retryAfter: 1 };
      assert.deepEqual([second?.id, second?.error?.code, second?.error?.data], [2, -32005, data]);
      const { error } = await client.call("eth_chainId", []);
      assert.deepEqual([error?.code, error?.data], [-32005, data]);
      client.socket.close();
    });

    it("have the methods they name, and no others", async (t) => {
      const apiKeys = [named("a", { methods: ["eth_chain*"] })];
      const { post } = await serve(t, transport, { apiKeys });
      const ask = async (method: string) =>
        (await (await post(requestText(method, []), { path: "/secret-a" })).json()) as JsonAnswer;
      assert.equal((await ask("eth_chainId")).result, "0x1f");
      const { error } = await ask("eth_blockNumber");
      assert.equal(error?.code, -32601);
      assert.match(error?.message ?? "", /not among the methods of this API key/);
    });

    it("limit their WebSockets, which close when their key is withdrawn", async (t) => {
      const apiKeys = [named("a", { sockets: 1 }), named("b")];
      const { connect, server } = await serve(t, transport, { apiKeys });
      const [a, b] = [await connect("/secret-a"), await connect("/secret-b")];
      assert.equal(await refusedUpgrade(`${server.wsUrl}/secret-a`), 429);
      const closed = once(a.socket, "close");
      server.setApiKeys([named("b"), named("c")]);
      const [code, reason] = await closed;
      assert.deepEqual([code, `${reason}`], [1008, "the API key is not valid any more"]);
      assert.equal(await refusedUpgrade(`${server.wsUrl}/secret-a`), 401);
      assert.equal((await b.call("eth_chainId", [])).result, "0x1f");
      (await connect("/secret-c")).socket.close();
      b.socket.close();
    });

    it("are distinguished by name in the metrics, which those of users cannot read", async (t) => {
      const apiKeys = [
        named('a"\n\\b', { requestsPerSecond: 1 }),
        { name: "operator", digest: digestOf("mine") },
      ];
      const { post, server } = await serve(t, transport, { apiKeys });
      const path = "/secret-a%22%0A%5Cb";
      for (let i = 0; i < 3; i++) await post(requestText("eth_chainId", []), { path });
      assert.equal((await fetch(`${server.url}${path}/metrics`)).status, 401);
      const text = await (await fetch(`${server.url}/mine/metrics`)).text();
      const line = (outcome: string, count: number) =>
        `tandem_key_requests_total{key="a\\"\\n\\\\b",outcome="${outcome}"} ${count}\n`;
      assert.ok(text.includes(line("answered", 1)) && text.includes(line("limited", 2)), text);
      assert.ok(text.includes('tandem_key_websockets{key="operator"} 0\n'));
      assert.ok(!text.includes("secret") && !text.includes("mine"));
    });
  });

  describe(`shares over ${transport}`, () => {
    it("refuse sockets over the limit of one address, and then over that of all", async (t) => {
      const limits = { socketsMax: 3, clientSocketsMax: 2 };
      const { server } = await serve(t, transport, { limits });
      const open = async (localAddress: string) => {
        const socket = new WebSocket(server.wsUrl, { localAddress });
        socket.on("error", () => {});
        const status = await new Promise((resolve) => {
          socket.once("open", () => resolve(101));
          socket.once("unexpected-response", (_, { statusCode }) => resolve(statusCode));
        });
        return { socket, status };
      };
      const opened = [];
      for (const host of [1, 1, 1, 2, 3]) opened.push(await open(`127.0.0.${host}`));
      assert.deepEqual(
        opened.map(({ status }) => status),
        [101, 101, 429, 101, 503],
      );
      for (const { socket } of opened) socket.terminate();
    });

    it("refuse calls of a client over its limit, and not those of another", async (t) => {
      const limits = { callsMax: 4, clientCallsMax: 3 };
      const { genesis, block } = smallChain();
      const waiting: (() => void)[] = [];
      const backend = fakeBackend([genesis, block], {
        estimateGas: () => new Promise((resolve) => waiting.push(() => resolve(1n))),
      });
      const { connect, post, server } = await serve(t, transport, { limits, backend });
      const estimate = requestText("eth_estimateGas", [{ to: `0x${"01".repeat(20)}` }]);
      const client = await connect();
      client.socket.send(estimate);
      const posted = [post(estimate), post(estimate)];
      while (waiting.length < 3) await new Promise(setImmediate);
      const refused = await post(estimate);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get("retry-after"), "1");
      const data = { limit: "client-calls", max: 3 };
      assert.deepEqual(((await refused.json()) as JsonAnswer).error?.data, data);
      assert.deepEqual((await client.call("eth_chainId", [])).error?.data, data);
      const other = new WebSocket(server.wsUrl, { localAddress: "127.0.0.2" });
      await once(other, "open");
      other.send(requestText("eth_chainId", []));
      assert.match(`${await once(other, "message")}`, /"result":"0x1f"/);
      for (const answer of waiting) answer();
      for (const answer of await Promise.all(posted)) assert.equal(answer.status, 200);
      assert.equal((await client.next()).result, "0x1");
      assert.equal((await client.call("eth_chainId", [])).result, "0x1f");
      other.terminate();
      client.socket.close();
    });

    it("are those of the client that sends a transaction: its address or its key", async (t) => {
      const { genesis, block } = smallChain();
      const sources: (string | undefined)[] = [];
      const backend = fakeBackend([genesis, block], {
        submit: async (_, source) => {
          sources.push(source);
          return block.transactions[0]?.hash as never;
        },
      });
      const send = requestText("eth_sendRawTransaction", [rawTransactions.legacy]);
      const { post, connect } = await serve(t, transport, { backend });
      await post(send);
      const client = await connect();
      await client.call("eth_sendRawTransaction", [rawTransactions.legacy]);
      client.socket.close();
      const keyed = await serve(t, transport, { backend, apiKeys: [named("a"), named("b")] });
      for (const key of ["a", "b", "a"]) await keyed.post(send, { path: `/secret-${key}` });
      const [address, sameAddress, a, b, again] = sources;
      assert.equal(sources.length, 5);
      assert.equal(new Set([undefined, address, a, b]).size, 4);
      assert.deepEqual([sameAddress, again], [address, a]);
    });

    it("limit the memory of filters and subscriptions of one client, and not of another", async (t) => {
      const limits = { clientHeldBytesMax: 20_000, heldBytesMax: 1_000_000, clientFiltersMax: 4 };
      const { server, call, connect } = await serve(t, transport, { limits });
      const client = await connect();
      const topics = [Array.from({ length: 300 }, (_, i) => `0x${`${i}`.padStart(64, "0")}`)];
      assert.ok((await client.call("eth_subscribe", ["logs", { topics }])).result);
      const { error } = await client.call("eth_subscribe", ["logs", { topics }]);
      assert.deepEqual(
        [error?.code, error?.data],
        [-32005, { limit: "client-held-bytes", max: 20_000 }],
      );
      assert.deepEqual((await call("eth_newFilter", [{ topics }])).error, error);
      for (let i = 0; i < 4; i++) await call("eth_newBlockFilter");
      assert.deepEqual((await call("eth_newBlockFilter")).error?.data, {
        limit: "client-filters",
        max: 4,
      });
      const other = new WebSocket(server.wsUrl, { localAddress: "127.0.0.2" });
      await once(other, "open");
      other.send(requestText("eth_newBlockFilter", []));
      const [answer] = await once(other, "message");
      assert.match(`${answer}`, /"result":"0x/);
      other.terminate();
      const ended = once(client.socket, "close");
      client.socket.close();
      await ended;
      const again = await connect();
      assert.ok((await again.call("eth_subscribe", ["logs", { topics }])).result);
      again.socket.close();
    });
  });
}
