/** Implements the HTTP server: it answers `POST /ussd` and the pages, and refuses everything else. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  hostAndPort,
  listenFailure,
  mustRefuseUpgrades,
  parseInPieces,
  serveWithoutUpgrade,
} from "@tandem/runtime";
import { limitWarnings } from "../limited-warnings.js";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { type Screen, screens } from "../menu/screens.js";
import { readBody, tooLarge } from "./body.js";
import { shareConnections } from "./connections.js";
import { Exchanges } from "./exchanges.js";
import { BadPost, type Post, readPost } from "./form.js";
import { joinPages } from "./monitor.js";
import { isCrossSite } from "./origin.js";
import { answerPage, disabledPages, type Pages, pagesDisabledText, pageUrl } from "./pages.js";
import { closing, Refusal, refuse, reply, wrongMethod } from "./refusal.js";
import { Slots } from "./slots.js";
import { answerUnreadable } from "./unreadable.js";

/** Returns the screen for a post. It never rejects: an error becomes a screen and a log line. */
export type AnswerPost = (post: Post) => Promise<Screen>;

/** Decides whether a post comes from the gateway. */
export interface GatewayAuth {
  /** Decides by the client's address, before the request is read. */
  mayPost(address: string): boolean;
  /** Decides by the headers and the body, once the body was read. */
  isProven(request: IncomingMessage, body: string): boolean | Promise<boolean>;
}

/** Accepts posts from every client. */
export const anyGateway: GatewayAuth = { mayPost: () => true, isProven: () => true };

export interface GatewayOptions {
  readonly host: string;
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  readonly answer: AnswerPost;
  readonly auth: GatewayAuth;
  readonly log: Log;
  /** Disabled where gateways authenticate. */
  readonly pages?: Pages | undefined;
  /** Served to every client. */
  readonly monitor?: Pages | undefined;
}

export interface Gateway {
  /** URL of the posts. */
  readonly url: string;
  readonly arePagesEnabled: boolean;
  /** Stops listening, and resolves when pending posts are answered or their time is over. */
  close(): Promise<void>;
}

const path = "/ussd";
const formType = "application/x-www-form-urlencoded";

/** Thrown when the address or the port of the gateway's server is not available. */
export class CannotListen extends Error {}

/** @throws {CannotListen} */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { host, port, log, auth } = options;
  const arePagesEnabled = options.pages !== undefined && auth === anyGateway;
  const phone = options.pages && (arePagesEnabled ? options.pages : disabledPages(options.pages));
  if (phone !== undefined && !arePagesEnabled) log.warn(pagesDisabledText);
  const pages = joinPages(options.monitor, phone);
  const { headersMs, bodyMs, pagesMax, addressPagesMax, postsMax, addressPostsMax } = relayLimits;
  const slots = new Slots({ max: pagesMax, addressMax: addressPagesMax });
  const postSlots = new Slots({ max: postsMax, addressMax: addressPostsMax });
  const settings = {
    headersTimeout: headersMs,
    requestTimeout: headersMs + bodyMs,
    // Node checks connections at this interval, which is thirty seconds by default.
    connectionsCheckingInterval: relayLimits.connectionsCheckMs,
    ...(mustRefuseUpgrades ? { shouldUpgradeCallback: () => false } : {}),
  };
  const failures = limitWarnings(log);
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    if (!exchanges.begin(request, response)) return;
    const page = pageUrl(pages, request);
    const failed = (error: unknown) => refuse(request, response, error, failures);
    // A kept-alive connection would keep the server from closing.
    const isLast = () => !server.listening && response.setHeader("connection", "close");
    if (pages !== undefined && page !== undefined) {
      isLast();
      answerPage({ pages, slots }, page, request, response).catch(failed);
      return;
    }
    answerRequest(request, options, postSlots, failures)
      .finally(isLast)
      .then((text) => reply(response, text), failed);
  };
  // Node itself answers an unknown expectation, and then keeps the connection for as long as the client does.
  const server = createServer(settings, onRequest).on("checkExpectation", onRequest);
  const { pipelinedMax: max, unreadMs } = relayLimits;
  const exchanges = new Exchanges(server, { max, unreadMs });
  const shares = {
    postingMax: relayLimits.postingConnectionsMax,
    othersMax: relayLimits.otherConnectionsMax,
    mayPost: auth.mayPost,
    isInUse: (socket: Socket) => slots.areHeldBy(socket) || postSlots.areHeldBy(socket),
  };
  server.on("connection", shareConnections(shares));
  server.on("connection", parseInPieces);
  ignoreUpgrades(server, exchanges);
  answerUnreadable(server, exchanges);
  server.listen(port, host);
  await once(server, "listening").catch(async (cause) => {
    throw new CannotListen(await listenFailure(host, port), { cause });
  });
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${hostAndPort(host, bound)}${path}`;
  return { url, arePagesEnabled, close: () => close(server) };
}

/**
 * Answers requests for other protocols, as Java's clients make them, as if they were none. Node itself would lose what
 * has arrived behind them.
 */
function ignoreUpgrades(server: Server, exchanges: Exchanges): void {
  // Node limits the bytes of headers; of more than 2,000 it would drop some, such as the length of the body.
  server.maxHeadersCount = 0;
  const [serveByNode] = server.listeners("connection");
  const serve = (socket: Duplex) => {
    serveByNode?.call(server, socket);
    parseInPieces(socket as Socket);
  };
  server.on("upgrade", (request, socket, head) => {
    exchanges.afterAnswers(request.socket, () => serveWithoutUpgrade(serve, request, socket, head));
  });
}

/** Answers a post. It counts once it has arrived, so slow senders do not use up the limit. */
async function answerRequest(
  request: IncomingMessage,
  { auth, answer }: GatewayOptions,
  slots: Slots,
  failures: Log,
): Promise<Screen> {
  const { socket } = request;
  if (!auth.mayPost(socket.remoteAddress ?? "")) throw notAllowed(closing);
  assertPost(request);
  const body = await readBody(request);
  const screen = await slots.run(socket, async () => {
    if (!(await auth.isProven(request, body))) throw notAllowed();
    try {
      return await answer(readPost(body));
    } catch (error) {
      if (error instanceof BadPost) throw new Refusal(400, `Bad request: ${error.message}.`);
      throw error;
    }
  });
  if (screen !== undefined) return screen;
  const { postsMax, addressPostsMax } = relayLimits;
  failures.warn(
    `no answer: ${postsMax} posts are in progress, or ${addressPostsMax} of one address`,
  );
  return screens.unavailable;
}

const notAllowed = (headers = {}) => new Refusal(401, "Not allowed.", headers);

/** The origin of a whole URL, which a client may send in place of a path (RFC 9112, section 3.2.2). */
const originOfTarget = /^https?:\/\/[^/?]*/i;

/** @throws {Refusal} */
function assertPost(request: IncomingMessage): void {
  const { url = "", method, headers } = request;
  const [asked] = url.replace(originOfTarget, "").split("?");
  if (asked !== path) throw new Refusal(404, "Not found.");
  if (isCrossSite(request)) throw new Refusal(403, "Not allowed from a page of another site.");
  if (method !== "POST") throw wrongMethod;
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== formType) {
    throw new Refusal(415, `Unsupported media type: expected ${formType}.`);
  }
  const length = Number(headers["content-length"] ?? 0);
  if (length > relayLimits.bodyBytesMax) throw tooLarge();
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), relayLimits.stopMs);
  await closed;
  clearTimeout(timer);
}
