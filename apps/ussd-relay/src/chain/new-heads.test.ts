/** Tests the subscription to new blocks, over real sockets that the test cuts. */
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import { subscribeToHeads, webSocketUrl } from "./new-heads.js";

const retryMs = { first: 5, longest: 20 };
const word = `0x${"00".repeat(32)}`;
const head = {
  hash: word,
  parentHash: word,
  sha3Uncles: word,
  stateRoot: word,
  transactionsRoot: word,
  receiptsRoot: word,
  mixHash: word,
  nonce: "0x0000000000000000",
  miner: `0x${"00".repeat(20)}`,
  logsBloom: `0x${"00".repeat(256)}`,
  extraData: "0x",
  baseFeePerGas: "0x1",
  number: "0x1",
  gasLimit: "0x1",
  gasUsed: "0x0",
  timestamp: "0x1",
  difficulty: "0x1",
};

/** Starts a node that answers every request by a function, and announces blocks on demand. */
async function startNode(t: TestContext, resultOf: () => object, port = 0) {
  const server = new WebSocketServer({ port, host: "127.0.0.1" });
  const requests = new EventEmitter();
  const cut = () => {
    for (const socket of server.clients) socket.terminate();
  };
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    cut();
    await closed;
  };
  t.after(cut);
  t.after(() => server.close());
  server.on("connection", (socket: WebSocket) => {
    socket.on("message", (message: Buffer) => {
      const { id, method } = JSON.parse(message.toString());
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...resultOf() }));
      requests.emit(method);
    });
  });
  await once(server, "listening");
  const announce = () => {
    const params = { subscription: "0x1", result: head };
    const text = JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params });
    for (const socket of server.clients) socket.send(text);
  };
  const bound = (server.address() as { port: number }).port;
  return { url: `ws://127.0.0.1:${bound}`, port: bound, requests, announce, cut, close };
}

const accepted = () => ({ result: "0x1" });

/** Subscribes, and emits `head` for every call of the listener. */
function subscribe(t: TestContext, url: string) {
  const events = new EventEmitter();
  const heads = subscribeToHeads({ url, retryMs, onHead: () => events.emit("head") });
  t.after(() => heads.close());
  return { heads, next: () => once(events, "head") };
}

describe("the subscription to new blocks", () => {
  it("reports every block", async (t) => {
    const node = await startNode(t, accepted);
    const { heads, next } = subscribe(t, node.url);
    assert.equal(heads.isActive(), false);
    await next();
    assert.equal(heads.isActive(), true);
    const nextHead = next();
    node.announce();
    await nextHead;
    heads.close();
    assert.equal(heads.isActive(), false);
  });

  it("is inactive while its socket is cut, and reports that blocks may have been missed", async (t) => {
    const node = await startNode(t, accepted);
    const { heads, next } = subscribe(t, node.url);
    await next();
    const { port } = node;
    await node.close();
    const silent = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
    // The next attempt has failed, so the loss is known.
    await once(silent, "connection");
    assert.equal(heads.isActive(), false);
    const closed = once(silent, "close");
    silent.close();
    await closed;
    const renewed = next();
    const second = await startNode(t, accepted, port);
    await renewed;
    assert.equal(heads.isActive(), true);
    const nextHead = next();
    second.announce();
    await nextHead;
  });

  it("begins when a node that was unreachable at the start answers", async (t) => {
    const away = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(away, "listening");
    const { port } = away.address() as { port: number };
    const { heads, next } = subscribe(t, `ws://127.0.0.1:${port}`);
    await once(away, "connection");
    assert.equal(heads.isActive(), false);
    const closed = once(away, "close");
    away.close();
    await closed;
    const begun = next();
    await startNode(t, accepted, port);
    await begun;
    assert.equal(heads.isActive(), true);
  });

  it("stays inactive at a node that refuses it", async (t) => {
    const error = { code: -32601, message: "the method does not exist" };
    const node = await startNode(t, () => ({ error }));
    const { heads } = subscribe(t, node.url);
    await once(node.requests, "eth_subscribe");
    assert.equal(heads.isActive(), false);
  });
});

describe("the WebSocket URL of a node", () => {
  it("is that of HTTP with the other protocol, key included", () => {
    assert.equal(webSocketUrl("http://127.0.0.1:8545/key"), "ws://127.0.0.1:8545/key");
    assert.equal(webSocketUrl("https://node.example#part"), "wss://node.example/");
  });
});
