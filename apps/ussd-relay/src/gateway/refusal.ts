/** Defines answers to requests that are not valid posts. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { refuseStream } from "@tandem/runtime";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { type Screen, screens } from "../menu/screens.js";

/** Thrown for a request that is refused; carries the HTTP status and headers of the answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Headers of an answer after which the connection is closed. */
export const closing = { connection: "close" } as const;

/** The refusal of a request that is no post (405). */
export const wrongMethod = new Refusal(405, "Method not allowed.", { allow: "POST" });

/** The refusal of a post that arrives too slowly (408). */
export const tooSlow = new Refusal(408, "Too slow: the post did not arrive in time.", closing);

/** Sends a screen with status 200. */
export function reply(response: ServerResponse, text: Screen): void {
  writeHead(response, 200, lengthOf(text));
  response.end(text);
}

/** Returns the header with the length of a text, without which Node sends it in chunks with more writes. */
const lengthOf = (text: string) => ({ "content-length": `${Buffer.byteLength(text)}` });

const common = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };

function writeHead(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...common, ...headers });
}

const textOf = ({ message }: Refusal) => `END ${message}`;

/** Answers a refused request. The text is a screen too, because it ends the user's session. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  log: Log,
): void {
  if (!(error instanceof Refusal)) {
    log.warn(`a post failed: ${error instanceof Error ? error.stack : error}`);
    reply(response, screens.unavailable);
    return;
  }
  const text = textOf(error);
  writeHead(response, error.status, { ...error.headers, ...lengthOf(text) });
  // Ending such an answer closes the connection, although the request is not complete.
  if (error.headers.connection === "close") return void response.end(text);
  response.write(text);
  endAfter(request, response);
}

/** Answers a request that could not be read, and closes its connection. */
export function refuseUnread(socket: Socket, refusal: Refusal): void {
  const status = `${refusal.status} ${STATUS_CODES[refusal.status]}`;
  const all = Object.entries({ ...common, ...refusal.headers });
  // The connection is closed in any case.
  const headers = all.filter(([name]) => name !== "connection");
  refuseStream(socket, { status, headers, body: textOf(refusal) });
}

/** Ends an answer once the request's body has arrived: a client reads its answer only after it has sent everything. */
function endAfter(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return void response.end();
  // The rest of a body that cannot be read does not arrive.
  for (const event of ["end", "error"]) request.on(event, () => response.end());
  dropBody(request);
}

/** Counted for each chunk besides its bytes: one of a single byte takes as long as some hundred bytes of a long one. */
const chunkBytes = 128;

/** Reads the rest of a body and drops it, up to a bound and for a limited time. */
export function dropBody(request: IncomingMessage): void {
  if (request.complete) return void request.resume();
  // Its connection has closed: no event would follow.
  if (request.destroyed) return;
  let dropped = 0;
  const timer = setTimeout(() => request.destroy(), relayLimits.bodyMs);
  request.on("data", (chunk: Buffer) => {
    dropped += chunk.length + chunkBytes;
    if (dropped > relayLimits.discardedBytesMax) request.destroy();
  });
  request.on("end", () => clearTimeout(timer));
  request.on("close", () => clearTimeout(timer));
}
