/** Refuses in their turn the requests that Node would not pass on: those that its parser cannot read, and CONNECT. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type UnreadableCause, unreadableCause } from "@tandem/runtime";
import type { Exchanges } from "./exchanges.js";
import { closing, Refusal, tooSlow, wrongMethod } from "./refusal.js";

const refusals: Readonly<Record<Exclude<UnreadableCause, "client left">, Refusal>> = {
  malformed: new Refusal(400, "Bad request: it is not well-formed HTTP.", closing),
  "head too long": new Refusal(431, "Too large: the headers are too long.", closing),
  "chunk extensions too long": new Refusal(
    413,
    "Too large: a chunk has too long extensions.",
    closing,
  ),
  "too slow": tooSlow,
};

/** Refuses requests that a server cannot read, and those for tunnels. */
export function answerUnreadable(server: Server, exchanges: Exchanges): void {
  server.on("clientError", (error, stream) => {
    const socket = stream as Socket;
    const cause = unreadableCause(error);
    // A client that ends its side has left, also if answers to its posts are awaited.
    if (cause === "client left") socket.destroy();
    else exchanges.endAfterAnswers(socket, refusals[cause]);
  });
  // Without a listener, Node closes the connection, before the answers to earlier requests are sent.
  server.on("connect", ({ socket }) => exchanges.endAfterAnswers(socket, wrongMethod));
}
