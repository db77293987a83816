/** The gateway's door: `POST /ussd` over HTTP, and a plain refusal for everything else. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { type Screen, screens } from "../menu/screens.js";
import type { AnswerPost } from "../session/answer-once.js";
import { BadPost, readPost } from "./form.js";
import { joinPages } from "./monitor.js";
import { answerPage, type Pages, pagesAreShut, pageUrl, shutPages } from "./pages.js";

/** Whether a post comes from the gateway. A port: by default everybody is one. */
export type GatewayAuth = (request: IncomingMessage, body: string) => boolean | Promise<boolean>;

export const anyGateway: GatewayAuth = () => true;

export interface GatewayOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly answer: AnswerPost;
  readonly auth: GatewayAuth;
  readonly log: Log;
  /** Shut where not everybody is a gateway. */
  readonly pages?: Pages | undefined;
  /** Open to everybody. */
  readonly monitor?: Pages | undefined;
}

export interface Gateway {
  /** Where posts go. */
  readonly url: string;
  readonly arePagesOpen: boolean;
  /** Takes no more posts, and resolves when those under way are answered or their time is up. */
  close(): Promise<void>;
}

/** A request that is no post, with the status that says so. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const path = "/ussd";
const formType = "application/x-www-form-urlencoded";

/** @throws when the address cannot be listened on. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { host, port, log, auth } = options;
  const arePagesOpen = options.pages !== undefined && auth === anyGateway;
  const phone = options.pages && (arePagesOpen ? options.pages : shutPages(options.pages));
  if (phone !== undefined && !arePagesOpen) log.warn(pagesAreShut);
  const pages = joinPages(options.monitor, phone);
  const { headersMs, requestMs, connectionsMax } = relayLimits;
  let posts = 0;
  const limits = { headersTimeout: headersMs, requestTimeout: requestMs };
  const server = createServer(limits, (request, response) => {
    posts += 1;
    response.on("close", () => {
      posts -= 1;
    });
    const isBusy = posts > relayLimits.postsMax;
    const page = isBusy ? undefined : pageUrl(pages, request);
    if (pages !== undefined && page !== undefined) {
      if (!server.listening) response.setHeader("connection", "close");
      const failed = (error: unknown) => refuse(request, response, error, log);
      answerPage(pages, page, request, response).catch(failed);
      return;
    }
    void (isBusy ? Promise.resolve(screens.unavailable) : answerRequest(request, options))
      .finally(() => {
        // A connection that is kept would keep the server.
        if (!server.listening) response.setHeader("connection", "close");
      })
      .then(
        (screen) => reply(response, screen),
        (error) => refuse(request, response, error, log),
      );
  });
  server.maxConnections = connectionsMax;
  server.listen(port, host);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${urlHost(host)}:${bound}${path}`;
  return { url, arePagesOpen, close: () => close(server) };
}

const urlHost = (host: string) => (host.includes(":") ? `[${host}]` : host);

async function answerRequest(request: IncomingMessage, options: GatewayOptions): Promise<Screen> {
  assertPost(request);
  const body = await readBody(request);
  if (!(await options.auth(request, body))) throw new Refusal(401, "Not allowed.");
  try {
    return await options.answer(readPost(body));
  } catch (error) {
    if (error instanceof BadPost) throw new Refusal(400, `Bad request: ${error.message}.`);
    throw error;
  }
}

/** @throws {Refusal} */
function assertPost({ url = "", method, headers }: IncomingMessage): void {
  const [asked] = url.split("?");
  if (asked !== path) throw new Refusal(404, "Not found.");
  if (method !== "POST") throw new Refusal(405, "Method not allowed.", { allow: "POST" });
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== formType) {
    throw new Refusal(415, `Unsupported media type: expected ${formType}.`);
  }
  const length = Number(headers["content-length"] ?? 0);
  if (length > relayLimits.bodyBytesMax) throw tooLarge();
}

const tooLarge = () =>
  new Refusal(413, `Too large: at most ${relayLimits.bodyBytesMax} bytes are read.`);

/** @throws {Refusal} when the body goes on after the limit. */
async function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= relayLimits.bodyBytesMax) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString()));
    request.on("error", () => reject(new Refusal(400, "Bad request: the body is cut off.")));
  });
}

function reply(response: ServerResponse, text: Screen): void {
  writeHead(response, 200);
  response.end(text);
}

function writeHead(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...headers,
  });
}

/** Refusals close a session too, so they are screens as well. */
function refuse(
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
  const text = `END ${error.message}`;
  writeHead(response, error.status, {
    ...error.headers,
    "content-length": `${Buffer.byteLength(text)}`,
  });
  response.write(text);
  endAfter(request, response);
}

/**
 * Who is still sending may read the answer only when that is through, and the end of an answer can
 * close the connection: what comes is read and dropped first, up to a bound.
 */
function endAfter(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return void response.end();
  let discarded = 0;
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > relayLimits.discardedBytesMax) request.destroy();
  });
  request.on("end", () => response.end());
  request.resume();
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), relayLimits.stopMs);
  await closed;
  clearTimeout(timer);
}
