/**
 * Tests requests on Node's server as bytes on a socket: those answered directly, and those left to
 * Node's parser.
 */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { describe, it } from "node:test";
import { type CallRequest, toHex } from "@tandem/primitives";
import { isSliceOver } from "@tandem/runtime";
import { noClient } from "../../../access/client.js";
import { createShares } from "../../../access/shares.js";
import { defaultLimits } from "../../../limits.js";
import { fakeBackend } from "../../../testing/fake-backend.js";
import { postHead, RawSocket, upgradeHead } from "../../../testing/raw-socket.js";
import { requestText, serve, smallChain } from "../../../testing/serve.js";
import { PendingCall } from "../../request/pending-call.js";
import { WaitingBytes } from "../../sockets/waiting-bytes.js";
import type { TransportHandler } from "../transport.js";
import { PostConnection } from "./post-connection.js";
import { PostHead } from "./post-head.js";

const setting = { limits: defaultLimits, ...createShares(defaultLimits) };
const post = (id: unknown, ...lines: string[]) => {
  const body = requestText("eth_chainId", [], id);
  return postHead("/", ...lines, `Content-Length: ${Buffer.byteLength(body)}`) + body;
};
const idsIn = (text: string) => [...text.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
/** Matches once `count` answers have arrived. */
const answers = (count: number) => new RegExp(`(?:"result":"0x1f".*){${count}}`, "s");

describe("a connection to Node's server", () => {
  it("answers requests that arrive in one read one after the other", async (t) => {
    const { server } = await serve(t, "node");
    const socket = await RawSocket.open(t, server.port);
    socket.write([1, 2, 3].map((id) => post(id)).join(""));
    assert.deepEqual(idsIn(await socket.until(answers(3))), [1, 2, 3]);
  });

  it("keeps the order behind a waiting answer, and continues to read after it", async (t) => {
    const { genesis, block } = smallChain();
    const waits: (() => void)[] = [];
    const held = new Promise<void>((resolve) => waits.push(resolve));
    const call = async () => {
      await held;
      return new Uint8Array();
    };
    const { server } = await serve(t, "node", { backend: fakeBackend([genesis, block], { call }) });
    const socket = await RawSocket.open(t, server.port);
    const slow = requestText("eth_call", [{ data: "0x" }, "latest"], 1);
    const slowPost = postHead("/", `Content-Length: ${slow.length}`) + slow;
    await new Promise((sent) => socket.socket.write(slowPost + post(2), sent));
    await new Promise((sent) => socket.socket.write(post(3), sent));
    const other = await RawSocket.open(t, server.port);
    other.write(post(9));
    await other.until(answers(1));
    waits[0]?.();
    assert.deepEqual(idsIn(await socket.until(answers(2))), [1, 2, 3]);
  });

  it("serves others between the requests of one read, each of which may use up the time slice", async (t) => {
    const { genesis, block } = smallChain();
    const order: string[] = [];
    let asked = () => {};
    const call = ({ data = new Uint8Array() }: CallRequest) => {
      if (order.length === 0) asked();
      order.push(toHex(data));
      while (!isSliceOver()) performance.now();
      return new Uint8Array();
    };
    const { server } = await serve(t, "node", { backend: fakeBackend([genesis, block], { call }) });
    const callPost = (data: string, id = 1) => {
      const text = requestText("eth_call", [{ data }, "latest"], id);
      return postHead("/", `Content-Length: ${text.length}`) + text;
    };
    const [many, other] = [
      await RawSocket.open(t, server.port),
      await RawSocket.open(t, server.port),
    ];
    asked = () => other.write(callPost("0x02"));
    const count = 40;
    many.write(callPost("0x01").repeat(count - 1) + callPost("0x01", count));
    await many.until(new RegExp(`"id":${count}`));
    const place = order.indexOf("0x02");
    assert.ok(place > 0 && place < count, `${place}`);
    assert.equal(order.length, count + 1);
  });

  it("answers what arrived while the process did not run, although the connection seems idle", async (t) => {
    for (let keepAliveMs = 40; ; keepAliveMs *= 2) {
      const { server } = await serve(t, "node", { limits: { keepAliveMs } });
      const socket = await RawSocket.open(t, server.port);
      const from = performance.now();
      socket.write(post(1));
      await socket.until(answers(1));
      socket.write(post(2));
      // The connection may have been idle for too long before, if the process did not run meanwhile.
      if (performance.now() - from >= keepAliveMs) continue;
      // Blocks the thread, whose timers are due before it reads what the system has received.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * keepAliveMs);
      assert.deepEqual(idsIn(await socket.until(answers(2))), [1, 2]);
      return;
    }
  });

  it("closes a connection that waited for its turn for longer than it may be idle, and is idle then", async (t) => {
    const { genesis, block } = smallChain();
    const [keepAliveMs, count] = [50, 20];
    /** The numbers of requests of the first connection and of the others that were begun. */
    let begun = 0;
    let othersBegun = 0;
    let hasHeld = false;
    const call = ({ data = new Uint8Array() }: CallRequest) => {
      if (data[0] === 1) begun++;
      else othersBegun++;
      // Holds the thread while the first connection waits with the beginning of a request.
      const holds = begun === count && data[0] === 2 && !hasHeld;
      hasHeld ||= holds;
      if (holds) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * keepAliveMs);
      while (!isSliceOver()) performance.now();
      return new Uint8Array();
    };
    const backend = fakeBackend([genesis, block], { call });
    const { server } = await serve(t, "node", { backend, limits: { keepAliveMs } });
    const callPost = (data: string) => {
      const text = requestText("eth_call", [{ data }, "latest"]);
      return postHead("/", `Content-Length: ${text.length}`) + text;
    };
    const open = () => RawSocket.open(t, server.port);
    const waiting = await open();
    const others = [await open(), await open(), await open()];
    waiting.write(callPost("0x01").repeat(count) + callPost("0x01").slice(0, -1));
    // The turns of the others come before its next one, when its timer has ended.
    for (const other of others) other.write(callPost("0x02").repeat(2 * count));
    let isClosed = false;
    void waiting.closed().then(() => {
      isClosed = true;
    });
    // Each of these is idle as long as a connection may be. While the others have turns, it may still wait for its own.
    for (let rounds = 0; !(hasHeld && isClosed); ) {
      if (othersBegun === others.length * 2 * count) rounds++;
      assert.ok(rounds < 20, "the connection is still open");
      await (await open()).closed();
    }
  });

  it("accepts a request in two reads, in many, and with its head split anywhere", async (t) => {
    const { server } = await serve(t, "node");
    const text = post(1);
    const bodyAt = text.indexOf("\r\n\r\n") + 4;
    const cuts = [[bodyAt], [bodyAt, bodyAt + 5, bodyAt + 9, bodyAt + 11, bodyAt + 12], [3], [60]];
    for (const cut of cuts) {
      const socket = await RawSocket.open(t, server.port);
      socket.socket.setNoDelay(true);
      let from = 0;
      for (const to of [...cut, text.length]) {
        await new Promise((sent) => socket.socket.write(text.slice(from, to), sent));
        // When a request on another connection is answered, the server has handled its events.
        const between = await RawSocket.open(t, server.port);
        between.write(post(7));
        await between.until(answers(1));
        from = to;
      }
      await socket.until(answers(1));
      socket.write(post(2) + post(3));
      assert.deepEqual(idsIn(await socket.until(answers(3))), [1, 2, 3], cut.join());
    }
  });

  it("continues with every form of request after usual ones", async (t) => {
    const { server } = await serve(t, "node");
    const body = requestText("eth_chainId", [], 2);
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    for (const [other, pattern] of [
      [postHead("/", "Transfer-Encoding: chunked") + chunked, answers(2)],
      ["GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", /"server"/],
      [upgradeHead("/"), /101 Switching/],
      [post(2).replace("POST / HTTP/1.1", "PUT / HTTP/1.1"), / 405 /],
      [post(2, "Content-Length: 1"), / 400 /],
    ] as const) {
      for (const isPipelined of [true, false]) {
        const socket = await RawSocket.open(t, server.port);
        socket.write(isPipelined ? post(1) + other : post(1));
        await socket.until(answers(1));
        if (!isPipelined) socket.write(other);
        const text = await socket.until(pattern);
        assert.equal(idsIn(text)[0], 1);
      }
    }
  });

  it("states the length of an answer in bytes", async (t) => {
    const { server } = await serve(t, "node");
    const socket = await RawSocket.open(t, server.port);
    socket.write(post("pïece😀") + post(2));
    const text = Buffer.from(await socket.until(/"id":2/), "latin1").toString();
    assert.match(text, /"id":"pïece😀"/);
    const [, length, body] = /content-length: (\d+)\r\n\r\n(.*?)HTTP/s.exec(text) ?? [];
    assert.equal(Number(length), Buffer.byteLength(body ?? ""));
  });
});

describe("the head of a usual request", () => {
  const read = (...lines: string[]) => PostHead.read(Buffer.from(postHead("/k", ...lines)), "::1");

  it("is parsed with its headers", () => {
    const head = read("CONTENT-LENGTH: 12", "Accept-Encoding:\tgzip, br ".trim(), "X-Other: a b");
    assert.equal(head?.path, "/k");
    assert.equal(head.bodyLength, 12);
    assert.equal(head.acceptEncoding, "gzip, br");
    assert.equal(head.contentType, "application/json");
    assert.equal(head.remoteAddress, "::1");
  });

  it("is left to Node's parser in any other form", () => {
    const length = "Content-Length: 12";
    for (const lines of [
      [],
      [length, length],
      [length, "Content-Length: 13"],
      [length, "Host: b"],
      [length, "Transfer-Encoding: chunked"],
      [length, "Expect: 100-continue"],
      [length, "Upgrade: websocket"],
      [length, "Connection: close"],
      [length, "Connection: keep-alive, upgrade"],
      ["Content-Length: +12"],
      ["Content-Length: 12, 12"],
      ["Content-Length: 1e2"],
      ["Content-Length: 0x2"],
      ["Content-Length : 12"],
      [" Content-Length: 12"],
      [length, " folded"],
      [length, "A: b\nTransfer-Encoding: chunked"],
      [length, "A: b\rTransfer-Encoding: chunked"],
      [length, "A: ü"],
      [length, "A: \u0000"],
      [length, "A b: c"],
      [length, "no colon"],
    ]) {
      assert.equal(read(...lines), undefined, lines.join(" | "));
    }
    for (const first of [
      "POST / HTTP/1.0",
      "POST http://a/ HTTP/1.1",
      "POST  / HTTP/1.1",
      "post / HTTP/1.1",
      "POST /a b HTTP/1.1",
      " POST / HTTP/1.1",
    ]) {
      const text = postHead("/", length).replace("POST / HTTP/1.1", first);
      assert.equal(PostHead.read(Buffer.from(text), ""), undefined, first);
    }
  });
});

describe("a large answer on Node's sockets", () => {
  type Write = (count: number, done: (error?: Error) => void) => void;
  /**
   * Opens a connection, each of whose requests is answered with these pieces.
   * @param write ends the `count`th write of the socket, from 0. The head of an answer is written first.
   */
  function connect(pieces: () => Iterable<Uint8Array>, write: Write) {
    const failures: unknown[] = [];
    const headers = [["content-type", "application/json"]];
    const handler = {
      limits: defaultLimits,
      waiting: new WaitingBytes(defaultLimits),
      http: { begin: () => ({ status: "200 OK", headers, body: { length: 2, pieces } }) },
      headHeaders: () => [
        ["tandem-height", "0"],
        ["tandem-hash", "0x"],
      ],
      openCall: () => new PendingCall(setting, noClient),
      closeCall() {},
      answerFailed: (error: unknown) => failures.push(error),
    } as unknown as TransportHandler;
    let writes = 0;
    const duplex = new Duplex({
      read() {},
      write: (_bytes, _encoding, done) => write(writes++, done),
      // A connection is closed some time after its error.
      emitClose: false,
      destroy(error, done) {
        setImmediate(() => this.emit("close"));
        done(error);
      },
    });
    const socket = Object.assign(duplex, { setTimeout() {}, remoteAddress: "127.0.0.1" });
    socket.on("error", () => {});
    new PostConnection(socket as unknown as Socket, handler, () => {});
    socket.push(request);
    return { socket, failures };
  }
  const closed = (socket: Duplex) => new Promise((resolve) => socket.on("close", resolve));
  const request = `${postHead("/", "Content-Length: 2")}[]`;
  /** The number of writes of an answer: its head and two pieces. */
  const writesOfAnswer = 3;
  const twoPieces = () => [Uint8Array.of(1), Uint8Array.of(2)];

  it("is not reported as failed if its client disconnects", async () => {
    const fail: Write = (count, done) => done(count > 0 ? new Error("write EPIPE") : undefined);
    const { socket, failures } = connect(twoPieces, fail);
    await closed(socket);
    assert.deepEqual(failures, []);
  });

  it("is reported if a piece cannot be computed", async () => {
    const failure = new Error("no piece");
    function* pieces() {
      yield Uint8Array.of(1);
      throw failure;
    }
    const { socket, failures } = connect(pieces, (_count, done) => done());
    await closed(socket);
    assert.deepEqual(failures, [failure]);
  });

  it("is followed by the next one, although its last bytes were sent late", async () => {
    await new Promise<void>((answered) => {
      const { socket } = connect(twoPieces, (count, done) => {
        if (count === writesOfAnswer) answered();
        if (count !== writesOfAnswer - 1) done();
        else {
          // The last piece is so small that the socket does not report that it was sent.
          setImmediate(() => {
            socket.push(request);
            setImmediate(done);
          });
        }
      });
    });
  });

  it("leaves no listeners on the connection", async () => {
    const seen: number[] = [];
    await new Promise<void>((answered) => {
      const { socket } = connect(twoPieces, (count, done) => {
        done();
        if (count > 0 && count % writesOfAnswer === 0) seen.push(socket.listenerCount("close"));
        if (seen.length === 3) answered();
        else if (count % writesOfAnswer === 2) setImmediate(() => socket.push(request));
      });
    });
    assert.ok(
      seen.every((count) => count === seen[0]),
      `${seen}`,
    );
  });
});
