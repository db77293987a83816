/** Sends answers as responses of Node's server. */
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Client } from "../../../access/client.js";
import { UnreadAnswer } from "../../sockets/unread-answer.js";
import type { HttpAnswer, HttpBody } from "../http-answers.js";
import type { TransportHandler } from "../transport.js";
import { onExchangeEnd } from "./exchange-end.js";
import { isWithoutBody } from "./post-connection.js";
import { writePieces } from "./write-pieces.js";

/** Sends the answer to a request of a client, unless its connection has ended. */
export function sendAnswer(
  handler: TransportHandler,
  response: ServerResponse,
  client: Client,
  { status, headers, body }: HttpAnswer,
): void {
  if (response.destroyed || response.writableEnded || response.req.socket.destroyed) return;
  const code = Number(status.slice(0, 3));
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  // Without the length the body would be sent in chunks, each a write of its own.
  const fields = isWithoutBody(status) ? [] : ["content-length", length];
  response.writeHead(code, status.slice(4), [
    ...headers.flat(),
    ...handler.headHeaders().flat(),
    ...fields,
  ]);
  // What is left to do is to write, so a connection without activity has a client that does not read.
  response.setTimeout(handler.limits.keepAliveMs);
  if (!holdUnread(handler, response, client, length)) return;
  void writeBody(handler, response, body);
}

/** Writes a body, and ends the response then: a server that is closing destroys connections whose response has ended. */
async function writeBody(
  handler: TransportHandler,
  response: ServerResponse,
  body: HttpBody,
): Promise<void> {
  const pieces = typeof body === "string" ? [body] : body.pieces(false);
  if (await writePieces(response, response.req.socket, pieces, handler)) response.end();
}

/** Counts an answer until it is read. Closes the connection, and returns false, if too much waits. */
function holdUnread(
  handler: TransportHandler,
  response: ServerResponse,
  client: Client,
  bytes: number,
): boolean {
  const unread = new UnreadAnswer(handler.waiting);
  onExchangeEnd(response, () => unread.release());
  if (unread.hold(client, bytes)) return true;
  handler.cut("reads too slowly");
  response.destroy();
  return false;
}

/** Closes a connection without activity whose client has not read all that was written. */
export function cutUnread(handler: TransportHandler, socket: Duplex): void {
  if (socket.writableLength === 0) return;
  handler.cut("reads too slowly");
  socket.destroy();
}
