import assert from "node:assert/strict";
import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import {
  fakeBackend,
  makeBlock,
  rawTransactions,
  signed,
  transferLog,
} from "../testing/fake-backend.js";
import { addressOf } from "../testing/fake-values.js";
import { freePort, serve, smallChain, transports } from "../testing/serve.js";
import {
  type ClientLimits,
  ConnectionError,
  RpcError,
  type WebSocketClient,
  webSocketClient,
} from "./client.js";

const { genesis, block } = smallChain();
const next = makeBlock({
  parent: block,
  transactions: [[rawTransactions.legacy, [transferLog(1, 10), transferLog(2, 20)]]],
});

const impatient: Partial<ClientLimits> = { retryFirstMs: 5, retryLongestMs: 20, retriesMax: 200 };

function connect(t: TestContext, url: string, limits: Partial<ClientLimits> = impatient) {
  const client = webSocketClient(url, { limits });
  t.after(() => client.close());
  return client;
}

/** Collects the values of a listener, which can be awaited one by one. */
function inbox<T>() {
  const values: T[] = [];
  let wake = () => {};
  return {
    put(value: T) {
      values.push(value);
      wake();
    },
    async take(): Promise<T> {
      while (values.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return values.shift() as T;
    },
  };
}

/** Starts a minimal node whose connection a test can break. */
async function brokenNode(t: TestContext, answer: (socket: WebSocket, text: string) => void) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  t.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  server.on("connection", (socket) => {
    socket.on("message", (message: Buffer) => answer(socket, message.toString()));
  });
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { server, url: `ws://127.0.0.1:${port}` };
}

const idIn = (text: string) => (JSON.parse(text) as { id: number }).id;
const resultText = (text: string, result: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", id: idIn(text), result });

for (const transport of transports) {
  describe(`subscriptions of the client to ${transport}`, () => {
    it("deliver every kind of event as domain values", async (t) => {
      const { server, backend } = await serve(t, transport);
      const client = connect(t, server.wsUrl);
      const heads = inbox<number>();
      const logs = inbox<unknown>();
      const hashes = inbox<Uint8Array>();
      const states = inbox<unknown>();
      await client.subscribe({ type: "newHeads", onEvent: ({ number }) => heads.put(number) });
      await client.subscribe({
        type: "logs",
        filter: { addresses: [addressOf(2)], topics: [] },
        onEvent: ({ logIndex, removed }) => logs.put([logIndex, removed]),
      });
      await client.subscribe({ type: "newPendingTransactions", onEvent: hashes.put });
      await client.subscribe({ type: "syncing", onEvent: states.put });
      backend.move({ removed: [], added: [next] });
      assert.equal(await heads.take(), 2);
      assert.deepEqual(await logs.take(), [1, false]);
      const transaction = signed(rawTransactions.creation);
      backend.announce(transaction);
      assert.deepEqual(await hashes.take(), transaction.hash);
      const status = { startingBlock: 1, currentBlock: 2, highestBlock: 9 };
      backend.sync(status);
      backend.sync(undefined);
      assert.deepEqual([await states.take(), await states.take()], [status, false]);
    });

    it("end when they are unsubscribed, and only once", async (t) => {
      const { server } = await serve(t, transport);
      const client = connect(t, server.wsUrl);
      const subscription = await client.subscribe({ type: "newHeads", onEvent() {} });
      assert.equal(server.subscriptions(), 1);
      assert.equal(await subscription.unsubscribe(), true);
      assert.equal(await subscription.unsubscribe(), false);
      assert.equal(server.subscriptions(), 0);
    });

    it("are refused with the node's error", async (t) => {
      const limits = { socketSubscriptionsMax: 0 };
      const { server } = await serve(t, transport, { limits });
      const client = connect(t, server.wsUrl);
      const refused = client.subscribe({ type: "newHeads", onEvent() {} });
      await assert.rejects(refused, (error) => error instanceof RpcError && error.code === -32005);
    });

    it("are renewed on a new connection after the node was unreachable", async (t) => {
      const backend = fakeBackend([genesis, block]);
      const port = await freePort();
      const first = await serve(t, transport, { backend, port });
      const client = connect(t, first.server.wsUrl);
      const heads = inbox<number>();
      const renewed = inbox<true>();
      const interrupted = inbox<true>();
      await client.subscribe({
        type: "newHeads",
        onEvent: ({ number }) => heads.put(number),
        onInterrupted: () => interrupted.put(true),
        onRenewed: () => renewed.put(true),
      });
      const ended = await client.subscribe({ type: "logs", onEvent: () => assert.fail() });
      await ended.unsubscribe();
      await first.server.close();
      await interrupted.take();
      const second = await serve(t, transport, { backend, port });
      await renewed.take();
      assert.equal(second.server.subscriptions(), 1);
      backend.move({ removed: [], added: [next] });
      assert.equal(await heads.take(), 2);
      assert.equal(await client.eth_blockNumber(), 1);
    });
  });
}

describe("a client over WebSocket", () => {
  it("refuses a URL of another kind", () => {
    assert.throws(() => webSocketClient("http://127.0.0.1:1"), TypeError);
    assert.throws(() => webSocketClient("nothing"), TypeError);
    // A WebSocket has no fragment (RFC 6455, section 3), and would be refused later, when nobody awaits it.
    assert.throws(() => webSocketClient("ws://127.0.0.1:1/#part"), TypeError);
  });

  it("gives up after the last attempt, with waiting calls and subscriptions", async (t) => {
    // Only root can listen on the first port.
    const client = connect(t, "ws://127.0.0.1:1/secret", { ...impatient, retriesMax: 2 });
    await assert.rejects(client.eth_chainId(), (error) => {
      assert.ok(error instanceof ConnectionError);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
    await assert.rejects(client.eth_chainId(), ConnectionError);
    await assert.rejects(client.subscribe({ type: "newHeads", onEvent() {} }), ConnectionError);
  });

  it("fails the calls in progress when the connection is lost, and sends none twice", async (t) => {
    const seen: string[] = [];
    const { url } = await brokenNode(t, (socket, text) => {
      seen.push(JSON.parse(text).method);
      if (text.includes("eth_gasPrice")) socket.terminate();
      else socket.send(resultText(text, "0x1"));
    });
    const client = connect(t, url);
    await assert.rejects(client.eth_gasPrice(), ConnectionError);
    assert.equal(await client.eth_blockNumber(), 1);
    assert.deepEqual(seen, ["eth_gasPrice", "eth_blockNumber"]);
  });

  it("fails all waiting calls once it is closed", async (t) => {
    const { url } = await brokenNode(t, () => {});
    const client: WebSocketClient = connect(t, url);
    const waiting = client.eth_chainId();
    client.close();
    await assert.rejects(waiting, ConnectionError);
    await assert.rejects(client.eth_chainId(), ConnectionError);
  });

  it("limits the wait for an answer", async (t) => {
    const { url } = await brokenNode(t, () => {});
    const client = connect(t, url, { ...impatient, answerMs: 20 });
    await assert.rejects(client.eth_chainId(), /no answer within 20 ms/);
  });

  it("detects a silent node and reconnects", async (t) => {
    let connections = 0;
    const { url, server } = await brokenNode(t, (socket, text) => {
      if (connections > 1) socket.send(resultText(text, "0x5"));
    });
    const again = inbox<true>();
    server.on("connection", () => {
      connections += 1;
      if (connections > 1) again.put(true);
    });
    const client = connect(t, url, { ...impatient, answerMs: 20, quietMs: 10 });
    await again.take();
    // On a busy machine an answer may arrive too late for so short a limit.
    const answered = async (): Promise<number> => client.eth_blockNumber().catch(answered);
    assert.equal(await answered(), 5);
  });

  it("reconnects if a node does not answer in time when it renews a subscription", async (t) => {
    let connections = 0;
    const { url, server } = await brokenNode(t, (socket, text) => {
      const isIgnored = connections === 2 && text.includes("eth_subscribe");
      if (!isIgnored) socket.send(resultText(text, `0x${connections}`));
    });
    server.on("connection", () => {
      connections += 1;
    });
    const client = connect(t, url, { ...impatient, answerMs: 100 });
    const renewed = inbox<true>();
    const onRenewed = () => renewed.put(true);
    // On a busy machine an answer may arrive too late for so short a limit.
    const subscribed = async (): Promise<unknown> =>
      client.subscribe({ type: "newHeads", onEvent() {}, onRenewed }).catch(subscribed);
    await subscribed();
    for (const socket of server.clients) socket.terminate();
    await renewed.take();
    assert.ok(connections > 2);
  });

  it("reconnects if a handshake is not answered", async (t) => {
    const { server: node } = await serve(t, "node");
    const sockets = new Set<Socket>();
    const silentFirst = createServer((socket) => {
      sockets.add(socket);
      if (sockets.size === 1) return;
      const upstream = createConnection(Number(new URL(node.wsUrl).port), "127.0.0.1");
      socket.on("error", () => upstream.destroy()).pipe(upstream);
      upstream.on("error", () => socket.destroy()).pipe(socket);
    }).listen(0, "127.0.0.1");
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      silentFirst.close();
    });
    await once(silentFirst, "listening");
    const { port } = silentFirst.address() as { port: number };
    // The second handshake has no short limit: only the first one is limited.
    const limits = { ...impatient, connectMs: 100 };
    const client = connect(t, `ws://127.0.0.1:${port}`, limits);
    assert.equal(await client.eth_blockNumber(), 1);
    assert.ok(sockets.size > 1);
  });

  it("drops a node that does not answer with JSON-RPC", async (t) => {
    const { url } = await brokenNode(t, (socket) => socket.send("hello"));
    const client = connect(t, url);
    await assert.rejects(client.eth_chainId(), /does not answer with JSON-RPC/);
  });

  it("drops a node that notifies of no subscription", async (t) => {
    for (const params of [undefined, null, [], {}, { subscription: 1 }]) {
      const text = JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params });
      const { url } = await brokenNode(t, (socket) => socket.send(text));
      const client = connect(t, url);
      await assert.rejects(client.eth_chainId(), /does not answer with JSON-RPC/, text);
    }
  });

  it("learns from an error as well that the node does not know a subscription", async (t) => {
    const { url } = await brokenNode(t, (socket, text) => {
      const error = { code: -32000, message: "subscription not found" };
      const isEnd = text.includes("eth_unsubscribe");
      const refusal = JSON.stringify({ jsonrpc: "2.0", id: idIn(text), error });
      socket.send(isEnd ? refusal : resultText(text, "0x1"));
    });
    const client = connect(t, url);
    const { unsubscribe } = await client.subscribe({ type: "newHeads", onEvent() {} });
    assert.equal(await unsubscribe(), false);
  });

  it("limits the number of waiting calls", async (t) => {
    const { url } = await brokenNode(t, () => {});
    const client = connect(t, url, { ...impatient, callsMax: 1 });
    const first = client.eth_chainId();
    await assert.rejects(client.eth_chainId(), (error) => {
      return error instanceof RpcError && error.code === -32005;
    });
    client.close();
    await assert.rejects(first, ConnectionError);
  });

  it("waits longer before each attempt to connect, up to a limit", async (t) => {
    const waits = t.mock.method(globalThis, "setTimeout").mock;
    let attempts = 0;
    const server = createServer((socket) => {
      attempts++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    t.after(() => server.close());
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    // No other timer of the process has these durations.
    const limits = { retryFirstMs: 21, retryLongestMs: 83, retriesMax: 4 };
    const client = connect(t, `ws://127.0.0.1:${port}`, limits);
    await assert.rejects(client.eth_chainId(), ConnectionError);
    assert.equal(attempts, 5);
    const retries = [21, 42, 83];
    assert.deepEqual(
      waits.calls.map((one) => Number(one.arguments[1])).filter((ms) => retries.includes(ms)),
      [21, 42, 83, 83],
    );
  });
});
