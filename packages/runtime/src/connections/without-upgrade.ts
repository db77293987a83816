/** Serves requests for protocols that a server does not have as if they did not ask for them. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Is true where Node itself must be told not to upgrade: from 26 on it reads no bytes that are pushed back to a connection
 * that it has detached. Then it answers the request, and loses what has arrived behind it.
 */
export const mustRefuseUpgrades = Number(process.versions.node.split(".", 1)[0]) >= 26;

/**
 * Serves a request for another protocol, such as the h2c of Java's clients, as if it did not
 * request one (RFC 9110, section 7.8). Node has detached the connection: the received bytes are
 * pushed back without the header Upgrade. Node keeps only some headers of a request with
 * thousands, unless the server's `maxHeadersCount` is 0.
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
