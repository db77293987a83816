import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { Connection, type ConnectionEvents } from "./connection.js";
import { defaultClientLimits } from "./limits.js";

const [open, closing] = [1, 2];

/** A browser's WebSocket, which logs an error if something is sent while it closes. */
class ClosingSocket extends EventTarget {
  readyState = 0;
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {}
}

/** Replaces the browser's WebSocket until the end of the test. */
function replaceSockets(t: TestContext): ClosingSocket[] {
  const sockets: ClosingSocket[] = [];
  const world = globalThis as { WebSocket?: unknown };
  const before = Object.getOwnPropertyDescriptor(world, "WebSocket");
  Object.defineProperty(world, "WebSocket", {
    configurable: true,
    value: class extends ClosingSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  });
  t.after(() => {
    if (before === undefined) delete world.WebSocket;
    else Object.defineProperty(world, "WebSocket", before);
  });
  return sockets;
}

it("sends nothing on a closing socket, which is not open", async (t) => {
  const sockets = replaceSockets(t);
  const ignored = () => {};
  const events: ConnectionEvents = {
    opened: ignored,
    received: ignored,
    lost: ignored,
    ended: ignored,
  };
  const connection = new Connection("ws://127.0.0.1:1", defaultClientLimits, events);
  t.after(() => connection.close());
  await Promise.resolve();
  const [socket] = sockets;
  assert.ok(socket);
  socket.readyState = open;
  socket.dispatchEvent(new Event("open"));
  connection.send("one");
  assert.ok(connection.isOpen);
  socket.readyState = closing;
  connection.send("two");
  assert.equal(connection.isOpen, false);
  assert.deepEqual(socket.sent, ["one"]);
});
