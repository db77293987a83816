import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { it, type TestContext } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import { Share } from "../../../access/share.js";
import { limitUnfinished } from "./unfinished-message.js";

const client = { id: "one" };

/** Connects a client to a server of the library with a share of 1 MB. */
async function connected(t: TestContext) {
  const share = new Share({ name: "bodies-bytes", max: 4_000_000, clientMax: 1_000_000 });
  const events = new EventEmitter();
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, maxPayload: 8_000_000 });
  t.after(() => server.close());
  server.on("connection", (connection, { socket }) => {
    const finish = limitUnfinished(connection, socket as Duplex, share, client);
    connection.on("message", (message: Buffer) => {
      finish();
      events.emit("message", message.length);
    });
    connection.on("close", () => events.emit("close"));
    connection.on("error", () => {});
  });
  await once(server, "listening");
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
  t.after(() => socket.terminate());
  socket.on("error", () => {});
  await once(socket, "open");
  return { share, socket, next: (name: string) => once(events, name) };
}

const once = (emitter: EventEmitter, name: string): Promise<unknown> =>
  new Promise((resolve) => emitter.once(name, resolve));

it("a message within the share is received, and counts no longer", async (t) => {
  const { share, socket, next } = await connected(t);
  for (const length of [10, 900_000, 10, 900_000]) {
    const received = next("message");
    socket.send(Buffer.alloc(length));
    assert.equal(await received, length);
  }
  const received = next("message");
  socket.send(Buffer.alloc(300_000), { fin: false });
  socket.send(Buffer.alloc(300_000), { fin: false });
  socket.send(Buffer.alloc(1), { fin: true });
  assert.equal(await received, 600_001);
  assert.equal(share.total, 0);
});

it("a connection that holds more than the share is ended, and counts no longer", async (t) => {
  const { share, socket, next } = await connected(t);
  const closed = next("close");
  socket.send(Buffer.alloc(2_000_000), { fin: false });
  await closed;
  assert.equal(share.total, 0);
});

it("many small fragments weigh as much as they take", async (t) => {
  const { share, socket, next } = await connected(t);
  const closed = next("close");
  for (let i = 0; i < 20_000; i++) socket.send("x", { fin: false });
  await closed;
  assert.equal(share.total, 0);
});
