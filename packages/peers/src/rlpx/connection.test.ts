/** Tests connections between two nodes, and with another implementation of the protocol. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { after, describe, it } from "node:test";
import { Common, Mainnet } from "@ethereumjs/common";
import { RLPx } from "@ethereumjs/devp2p";
import { hexDigits } from "@tandem/primitives";
import { PeerFault } from "../peer-fault.js";
import {
  capabilities,
  connectionPair,
  listening,
  optionsOf,
  socketPair,
} from "../testing/connection-pair.js";
import { Connection } from "./connection.js";
import { createNodeKey } from "./node-key.js";

const quitting = new PeerFault("quitting", "this node stops");
describe("two nodes", () => {
  it("exchange messages of any length in both directions", async () => {
    const { a, b, here } = await connectionPair();
    assert.equal(hexDigits(b.remoteId), hexDigits(here.key.publicKey));
    assert.deepEqual(a.hello.capabilities, capabilities);
    for (const length of [0, 1, 15, 16, 17, 1000, 70_000, 5_000_000]) {
      const payload = Buffer.alloc(length, length % 251);
      a.send({ code: 8, payload });
      b.send({ code: 3, payload });
      const [fromA, fromB] = await Promise.all([b.receive(), a.receive()]);
      assert.equal(fromA.code, 8);
      assert.equal(fromB.code, 3);
      assert.ok(payload.equals(fromA.payload) && payload.equals(fromB.payload));
      // What is kept of a message does not keep all of it in memory.
      assert.notEqual(fromA.payload.slice().buffer, fromA.payload.buffer);
    }
    a.close(quitting);
    await assert.rejects(
      b.receive(),
      (error: unknown) => error instanceof PeerFault && /quitting/.test(error.message),
    );
    b.close(quitting);
  });

  it("encrypt a long message part by part, and what follows it after it", async () => {
    const { a, b, out } = await connectionPair();
    const long = Buffer.alloc(5_000_000, 7);
    a.send({ code: 1, payload: long });
    assert.ok(a.unsentBytes > long.length);
    assert.ok(out.writableLength < 2 * 65_536, `${out.writableLength} bytes are encrypted`);
    for (let code = 2; code < 5; code++) a.send({ code, payload: Buffer.alloc(code * 40_000) });
    assert.ok((await b.receive()).payload.length === long.length);
    for (let code = 2; code < 5; code++) {
      const { code: found, payload } = await b.receive();
      assert.deepEqual([found, payload.length], [code, code * 40_000]);
    }
    await a.drained();
    assert.equal(a.unsentBytes, 0);
    assert.throws(() => a.send({ code: 1, payload: Buffer.alloc(2 ** 24) }), RangeError);
    a.send({ code: 5, payload: long });
    a.close(quitting);
    assert.equal((await b.receive()).code, 5);
    await assert.rejects(b.receive(), /quitting/);
    b.close(quitting);
  });

  it("keep no more unread bytes of a socket after a long message than before", async () => {
    const { a, b, accepted } = await connectionPair();
    const before = accepted.readableHighWaterMark;
    a.send({ code: 8, payload: Buffer.alloc(5_000_000) });
    await b.receive();
    assert.ok(accepted.readableHighWaterMark <= Math.max(before, 64 * 1024));
    for (const one of [a, b]) one.close(quitting);
  });

  it("handle nothing that arrived before they closed the connection", async () => {
    const { a, b } = await connectionPair();
    for (let code = 1; code < 9; code++) a.send({ code, payload: Buffer.of(1) });
    assert.equal((await b.receive()).code, 1);
    b.close(quitting);
    await assert.rejects(b.receive(), quitting);
    a.close(quitting);
  });

  it("leave no listeners at a socket that was full", async () => {
    const { a, b, out } = await connectionPair();
    const counts = () => out.listenerCount("close") + out.listenerCount("drain");
    const before = counts();
    for (let i = 0; i < 5; i++) {
      a.send({ code: 8, payload: Buffer.alloc(300_000) });
      await Promise.all([a.drained(), b.receive()]);
    }
    assert.equal(counts(), before);
    for (const one of [a, b]) one.close(quitting);
  });

  it("close the connection with what ends it, and once", async () => {
    const { a, b, accepted } = await connectionPair();
    const ended = once(accepted, "close");
    const breach = new PeerFault("breach", "it broke a rule");
    const receiving = assert.rejects(b.receive(), breach);
    b.close(breach);
    b.close(quitting);
    await assert.rejects(a.receive(), /the other side disconnected: breach/);
    a.close(quitting);
    await Promise.all([receiving, ended]);
  });

  it("do not connect to another node than the one that is named", async () => {
    const [out, accepted] = await socketPair();
    const results = await Promise.allSettled([
      Connection.open(out, optionsOf(), createNodeKey().publicKey),
      Connection.open(accepted, optionsOf(), undefined),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["rejected", "rejected"],
    );
  });
});

/** A capability of `@ethereumjs/devp2p` that sends each message back. */
class Echo {
  readonly events = { emit() {} };
  readonly #send: (code: number, data: Uint8Array) => void;
  constructor(_version: number, _peer: unknown, send: (code: number, data: Uint8Array) => void) {
    this.#send = send;
  }
  _handleMessage(code: number, data: Uint8Array): void {
    this.#send(code, data);
  }
}

describe("a node of @ethereumjs/devp2p", () => {
  const key = createNodeKey();
  const common = new Common({ chain: Mainnet });
  const rlpx = new RLPx(Uint8Array.from(key.privateKey), {
    common,
    capabilities: [{ name: "rsk", version: 62, length: 9, constructor: Echo as never }],
    maxPeers: 2,
  });
  rlpx.events.on("error", () => {});
  rlpx.events.on("peer:error", () => {});
  after(() => rlpx.destroy());

  it("is connected to, and answers", async () => {
    const server = (rlpx as unknown as { readonly _server: Server })._server;
    const port = await listening(server);
    const socket = connect(port, "127.0.0.1");
    const connection = await Connection.open(socket, optionsOf(), key.publicKey);
    assert.match(connection.hello.client, /ethereumjs/i);
    connection.send({ code: 8, payload: Buffer.of(0xc1, 0x05) });
    const { code, payload } = await connection.receive();
    assert.deepEqual([code, [...payload]], [8, [0xc1, 0x05]]);
    connection.close(quitting);
  });

  it("connects", async () => {
    const own = optionsOf();
    const server = createServer();
    const port = await listening(server);
    const accepted = once(server, "connection") as Promise<[Socket]>;
    void rlpx
      .connect({ id: Uint8Array.from(own.key.publicKey), address: "127.0.0.1", tcpPort: port })
      .catch(() => {});
    const [socket] = await accepted;
    const connection = await Connection.open(socket, own, undefined);
    assert.equal(hexDigits(connection.remoteId), hexDigits(key.publicKey));
    connection.close(quitting);
    server.close();
  });
});
