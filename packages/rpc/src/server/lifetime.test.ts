import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { endlessLogs } from "../testing/endless-logs.js";
import { fakeBackend } from "../testing/fake-backend.js";
import { heldCall } from "../testing/held-call.js";
import { postHead, RawSocket } from "../testing/raw-socket.js";
import { freePort, requestText, serve, smallChain, transports } from "../testing/serve.js";
import { startRpcServer } from "./start.js";

const chainId = requestText("eth_chainId", []);

const largeBytes = 8 * 1024 * 1024;

/** The end of the head of an HTTP message. */
const headEnd = "\r\n\r\n";

/** A grace that no busy machine exceeds, for what is completed before a server closes. */
const patient = { closeGraceMs: 600_000 };

for (const transport of transports) {
  describe(`the lifetime of a server over ${transport}`, () => {
    it("releases a client that disconnects at any time", async (t) => {
      const { genesis, block } = smallChain();
      const { logs, begins, aborted } = endlessLogs();
      const backend = fakeBackend([genesis, block], { logs });
      const { server, post, call } = await serve(t, transport, { backend });
      const controller = new AbortController();
      const left = fetch(server.url, {
        method: "POST",
        body: requestText("eth_getLogs", [{}]),
        headers: { "content-type": "application/json" },
        signal: controller.signal,
      });
      await begins;
      controller.abort();
      await assert.rejects(left);
      await aborted;
      // Sends half a body.
      const socket = connect(server.port, "127.0.0.1");
      await once(socket, "connect");
      socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
      socket.write("Content-Length: 100\r\n\r\n{");
      assert.equal((await post(chainId)).status, 200);
      socket.destroy();
      assert.equal((await call("eth_chainId")).result, "0x1f");
    });

    it("ends the call of a client that has sent its body in chunks and disconnects", async (t) => {
      const { genesis, block } = smallChain();
      const { logs, begins, aborted } = endlessLogs();
      const backend = fakeBackend([genesis, block], { logs });
      const { server } = await serve(t, transport, { backend });
      const body = requestText("eth_getLogs", [{}]);
      const client = await RawSocket.open(t, server.port);
      client.write(postHead("/", "Transfer-Encoding: chunked"));
      client.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
      await begins;
      client.socket.destroy();
      await aborted;
    });

    it("ends the call of a client that closes its side before the answer", async (t) => {
      const { genesis, block } = smallChain();
      const { logs, begins, aborted } = endlessLogs();
      const { server } = await serve(t, transport, {
        backend: fakeBackend([genesis, block], { logs }),
      });
      const body = requestText("eth_getLogs", [{}]);
      const client = await RawSocket.open(t, server.port);
      client.write(postHead("/", `Content-Length: ${body.length}`) + body);
      await begins;
      client.socket.end();
      assert.equal(await client.closed(), "");
      await aborted;
    });

    it("can use a port again while a connection of the last server is still ending", async (t) => {
      const port = await freePort();
      const first = await serve(t, transport, { port });
      const left = await first.connect();
      left.socket.pause();
      await first.server.close();
      const second = await serve(t, transport, { port });
      const client = await second.connect();
      assert.equal((await client.call("eth_chainId", [])).result, "0x1f");
      for (const { socket } of [left, client]) socket.terminate();
    });

    it("refuses a port in use, and names it", async (t) => {
      const { server, backend } = await serve(t, transport);
      const again = startRpcServer({
        backend,
        host: "127.0.0.1",
        port: server.port,
        apiKeys: [],
        logger: silentLogger,
        clock: { now: () => 0 },
        steadyClock: { now: () => 0 },
        transport,
      });
      await assert.rejects(again, (error) => {
        assert.ok(error instanceof Fault && error.data.code === "unusable-data");
        assert.match(error.message, new RegExp(`127\\.0\\.0\\.1:${server.port}`));
        return true;
      });
    });

    it("completes answers in progress before it closes", async (t) => {
      const { backend, begins, release } = heldCall();
      const { server, call } = await serve(t, transport, { backend, limits: patient });
      const answer = call("eth_call", [{}, "latest"]);
      await begins;
      const closed = server.close();
      release();
      assert.equal((await answer).result, "0x01");
      await closed;
      await assert.rejects(fetch(server.url));
    });

    it("completes answers in progress over WebSocket, takes no more messages, and closes then", async (t) => {
      const { backend, begins, release } = heldCall();
      const { server, connect } = await serve(t, transport, { backend, limits: patient });
      const [client, idle] = [await connect(), await connect()];
      const [closed, idleClosed] = [once(client.socket, "close"), once(idle.socket, "close")];
      client.socket.send(requestText("eth_call", [{}, "latest"], 1));
      await begins;
      const ended = server.close();
      // A client without a call need not wait.
      assert.equal((await idleClosed)[0], 1001);
      client.socket.send(requestText("eth_chainId", [], 2));
      // The server has received it: it answers pings in their order.
      client.socket.ping();
      await once(client.socket, "pong");
      release();
      assert.deepEqual(await client.next(), { jsonrpc: "2.0", id: 1, result: "0x01" });
      assert.equal((await closed)[0], 1001);
      await ended;
    });

    it("completes large answers over WebSocket that are being read before it closes", async (t) => {
      const { genesis, block } = smallChain();
      const largeCall = async () => new Uint8Array(4 * 1024 * 1024);
      const backend = fakeBackend([genesis, block], { call: largeCall });
      const ask = requestText("eth_call", [{}, "latest"]);
      // The answer to a batch is sent in pieces.
      for (const body of [ask, `[${ask},${ask}]`]) {
        const { server, connect } = await serve(t, transport, { backend, limits: patient });
        const client = await connect();
        const closed = once(client.socket, "close");
        const { _socket: stream } = client.socket as unknown as { readonly _socket: Socket };
        client.socket.send(body);
        const [first] = (await once(stream, "data")) as [Buffer];
        assert.ok(first.length < largeBytes);
        const ended = server.close();
        assert.ok((await client.nextText()).length > largeBytes);
        assert.equal((await closed)[0], 1001);
        await ended;
      }
    });

    it("ends calls over WebSocket that take longer than its grace", async (t) => {
      const { genesis, block } = smallChain();
      const { logs, begins, aborted } = endlessLogs();
      const backend = fakeBackend([genesis, block], { logs });
      const { server, connect } = await serve(t, transport, {
        backend,
        limits: { closeGraceMs: 10 },
      });
      const client = await connect();
      const closed = once(client.socket, "close");
      client.socket.send(requestText("eth_getLogs", [{}]));
      await begins;
      await Promise.all([server.close(), aborted]);
      assert.equal((await closed)[0], 1001);
    });

    it("completes answers that are being read before it closes", async (t) => {
      const { genesis, block } = smallChain();
      const call = async () => new Uint8Array(4 * 1024 * 1024);
      const backend = fakeBackend([genesis, block], { call });
      const ask = requestText("eth_call", [{}, "latest"]);
      // The answer to a batch is sent in pieces.
      for (const body of [ask, `[${ask},${ask}]`]) {
        // Node's own parser reads a request with the second header.
        for (const line of ["X-Other: a", "TE: trailers"]) {
          const { server } = await serve(t, transport, { backend, limits: patient });
          const socket = connect(server.port, "127.0.0.1");
          socket.write(postHead("/", `Content-Length: ${body.length}`, line) + body);
          let head = "";
          let received = 0;
          let closed: Promise<void> | undefined;
          for await (const bytes of socket as AsyncIterable<Buffer>) {
            closed ??= server.close();
            if (!head.includes(headEnd)) head += bytes.toString("latin1");
            received += bytes.length;
          }
          await closed;
          const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
          const answer = received - head.indexOf(headEnd) - headEnd.length;
          assert.equal(answer, Number(length), line);
        }
      }
    });
  });
}

describe("the transport", () => {
  it("is Node's own if UWS_USE_FALLBACK=1 is set", async (t) => {
    const before = process.env.UWS_USE_FALLBACK;
    t.after(() => {
      if (before === undefined) delete process.env.UWS_USE_FALLBACK;
      else process.env.UWS_USE_FALLBACK = before;
    });
    process.env.UWS_USE_FALLBACK = "1";
    const { server, call } = await serve(t, undefined);
    assert.equal(server.transport, "node");
    assert.equal((await call("eth_chainId")).result, "0x1f");
  });
});
