/** Tests many idle connections, which must not affect the node. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { it } from "node:test";
import { WebSocket } from "ws";
import { eventually, within } from "../eventually.js";
import { JsonSocket } from "../json-socket.js";
import type { NodeContext } from "../node-suite.js";
import { call } from "../rpc.js";

/** The time after its answer before which no idle connection is closed; servers keep them for ten seconds. */
const keptMsMin = 5_000;

/** An idle connection, and whether it was closed too early. */
interface IdleHttp {
  readonly socket: Socket;
  isCutOff: boolean;
}

async function openIdleHttp(url: string): Promise<IdleHttp> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  const body = '{"jsonrpc":"2.0","id":1,"method":"net_version"}';
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  const [answer] = await once(socket, "data");
  assert.match(String(answer), /^HTTP\/1\.1 200/);
  const idle = { socket, isCutOff: false };
  const answeredMs = performance.now();
  socket.once("close", () => {
    idle.isCutOff = performance.now() - answeredMs < keptMsMin;
  });
  return idle;
}

async function openIdleWebSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  socket.on("error", () => {});
  await once(socket, "open");
  return socket;
}

/** @param idleEach the number of idle connections of each transport. */
export function crowdCases({ node }: NodeContext, idleEach: number): void {
  it(`${2 * idleEach} idle connections stay, and others are answered beside them`, async () => {
    const { url, wsUrl } = node();
    const http: IdleHttp[] = [];
    const webSockets: WebSocket[] = [];
    const open = async () => {
      while (http.length < idleEach) {
        http.push(await openIdleHttp(url));
        webSockets.push(await openIdleWebSocket(wsUrl));
      }
    };
    try {
      await within("idle connections", open());
      assert.equal(await call(url, "eth_chainId"), "0x1f");
      const socket = await JsonSocket.open(wsUrl);
      assert.equal(await socket.call("eth_chainId"), "0x1f");
      await socket.close();
      assert.ok(webSockets.every(({ readyState }) => readyState === WebSocket.OPEN));
      assert.ok(http.every(({ isCutOff }) => !isCutOff));
    } finally {
      for (const { socket } of http) socket.destroy();
      for (const socket of webSockets) socket.terminate();
    }
  });

  it("connections that end in the middle of a request leave nothing behind", async () => {
    const { url, wsUrl } = node();
    const { hostname, port } = new URL(url);
    for (let i = 0; i < 100; i++) {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
      if (i % 2 === 0) socket.write("Content-Length: 1000\r\n\r\n{");
      socket.destroy();
    }
    const socket = await openIdleWebSocket(wsUrl);
    socket.send(
      '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",true]}',
    );
    socket.terminate();
    await eventually("answer", async () => (await call(url, "net_version")) === "31");
  });

  it("a WebSocket takes batches and notifications as HTTP does", async () => {
    const socket = await JsonSocket.open(node().wsUrl);
    const messages: string[] = [];
    socket.socket.on("message", (text) => messages.push(String(text)));
    const one = { jsonrpc: "2.0", method: "eth_chainId", params: [] };
    socket.socket.send(JSON.stringify(one));
    socket.socket.send(JSON.stringify([one, one]));
    socket.socket.send(JSON.stringify([{ ...one, id: "b" }, one, { ...one, id: "a" }]));
    await eventually("answer", () => messages.length > 0);
    assert.equal(await socket.call("eth_chainId"), "0x1f");
    const answer = (id: string) => ({ jsonrpc: "2.0", id, result: "0x1f" });
    assert.deepEqual(JSON.parse(messages[0] ?? ""), [answer("b"), answer("a")]);
    assert.equal(messages.length, 2, "a notification is not answered");
    await socket.close();
  });

  it("a WebSocket message that is broken, binary or too long is answered or ends it", async () => {
    const { wsUrl } = node();
    const socket = await JsonSocket.open(wsUrl);
    const messages: string[] = [];
    socket.socket.on("message", (text) => messages.push(String(text)));
    for (const text of ["{", "", "[]", "null", Buffer.from([0xff, 0xfe, 0x00])]) {
      const count = messages.length;
      socket.socket.send(text);
      await eventually("answer", () => messages.length > count);
      const { error } = JSON.parse(messages.at(-1) ?? "{}");
      assert.ok([-32700, -32600].includes(error?.code), `${text}: ${messages.at(-1)}`);
    }
    assert.equal(await socket.call("eth_chainId"), "0x1f");
    const closed = once(socket.socket, "close");
    socket.socket.send("x".repeat(26 * 1024 * 1024));
    await within("end of the connection", closed);
    assert.equal(await call(node().url, "eth_chainId"), "0x1f");
  });
}
