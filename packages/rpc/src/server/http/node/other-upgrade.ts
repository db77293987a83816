/** Distinguishes upgrades to a WebSocket from those to other protocols, which are ignored. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { headerOf } from "./request-head.js";

/** The characters of the header Sec-WebSocket-Key (RFC 6455, section 4.1). */
const socketKeyCharacters = 24;

/** Returns whether a request opens a WebSocket, by the native server's criteria. */
export const opensWebSocket = (request: IncomingMessage): boolean =>
  request.method === "GET" &&
  /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headerOf(request, "upgrade")) &&
  headerOf(request, "sec-websocket-key").length === socketKeyCharacters;

/**
 * Serves a request for another protocol, such as the h2c of Java's clients, as if it did not
 * request one (RFC 9110, section 7.8). Node has detached the connection: the received bytes are
 * pushed back without the header Upgrade.
 * @param serve answers the requests of a connection, which was counted when it was accepted.
 */
export function serveWithoutUpgrade(
  serve: (socket: Duplex) => void,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (name.toLowerCase() !== "upgrade") lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  serve(socket);
}
