import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { within } from "../../support/eventually.js";
import { promised } from "../../support/promised.js";
import { socketFrame } from "./request.js";
import { SocketConnection } from "./socket-connection.js";

describe("a WebSocket of the load generator", () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  const received: string[] = [];
  let port = 0;
  before(async () => {
    server.on("connection", (socket) => {
      socket.on("message", (text) => {
        received.push(String(text));
        socket.send(
          received.at(-1) === "refuse" ? '{"error":{}}' : "x".repeat(received.length * 30_000),
        );
      });
    });
    if (server.address() === null) await once(server, "listening");
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);
    port = address.port;
  });
  after(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });

  it("works with another server, and counts every message of any length", async () => {
    const connection = await SocketConnection.open(port);
    const texts = ["a", "b".repeat(125), "c".repeat(126), "d".repeat(65_000)];
    const { promise, resolve, reject } = promised<void>();
    let count = 0;
    connection.listen((more) => {
      count += more;
      if (count >= texts.length) resolve();
    }, reject);
    connection.send(Buffer.concat(texts.map(socketFrame)));
    await within("answers", promise);
    await setImmediate();
    assert.equal(count, texts.length);
    assert.deepEqual(received, texts);
    connection.close();
  });

  it("counts an error as a failure", async () => {
    const connection = await SocketConnection.open(port);
    const { promise, reject } = promised<void>();
    connection.listen(() => {}, reject);
    connection.send(socketFrame("refuse"));
    await assert.rejects(within("failure", promise), /refused: \{"error"/);
    connection.close();
  });

  it("cannot encode frames that the load never sends", () => {
    assert.throws(() => socketFrame("x".repeat(70_000)), /65,535/);
  });
});
