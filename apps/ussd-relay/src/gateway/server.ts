/** Implements the HTTP server: it answers `POST /ussd` and the pages, and refuses everything else. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnswerPost } from "../engine/answer-once.js";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import { type Screen, screens } from "../menu/screens.js";
import { closing, readBody, tooLarge } from "./body.js";
import { shareConnections } from "./connection-share.js";
import { BadPost, readPost } from "./form.js";
import { joinPages } from "./monitor.js";
import { isCrossSite } from "./origin.js";
import { PageSlots } from "./page-slots.js";
import { answerPage, disabledPages, type Pages, pagesDisabledText, pageUrl } from "./pages.js";
import { Refusal, refuse, reply } from "./refusal.js";

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

/** @throws when the address cannot be listened on. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { host, port, log, auth } = options;
  const arePagesEnabled = options.pages !== undefined && auth === anyGateway;
  const phone = options.pages && (arePagesEnabled ? options.pages : disabledPages(options.pages));
  if (phone !== undefined && !arePagesEnabled) log.warn(pagesDisabledText);
  const pages = joinPages(options.monitor, phone);
  const { headersMs, bodyMs, connectionsMax, pagesMax, addressPagesMax } = relayLimits;
  const slots = new PageSlots({ max: pagesMax, addressMax: addressPagesMax });
  const inProgress: InProgress = { count: 0 };
  const timeouts = {
    headersTimeout: headersMs,
    requestTimeout: headersMs + bodyMs,
    // Node checks connections at this interval, which is thirty seconds by default.
    connectionsCheckingInterval: relayLimits.connectionsCheckMs,
  };
  const server = createServer(timeouts, (request, response) => {
    const page = pageUrl(pages, request);
    const failed = (error: unknown) => refuse(request, response, error, log);
    // A kept-alive connection would keep the server from closing.
    const isLast = () => !server.listening && response.setHeader("connection", "close");
    if (pages !== undefined && page !== undefined) {
      isLast();
      answerPage({ pages, slots }, page, request, response).catch(failed);
      return;
    }
    answerRequest(request, options, inProgress)
      .finally(isLast)
      .then((text) => reply(response, text), failed);
  });
  server.maxConnections = connectionsMax;
  server.on("connection", shareConnections(sharesOf(auth)));
  server.listen(port, host);
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  const url = `http://${urlHost(host)}:${bound}${path}`;
  return { url, arePagesEnabled, close: () => close(server) };
}

const sharesOf = ({ mayPost }: GatewayAuth) => ({
  addressMax: relayLimits.addressConnectionsMax,
  unauthorizedMax: relayLimits.unauthorizedConnectionsMax,
  mayPost,
});

/** The number of posts that are being answered. */
interface InProgress {
  count: number;
}

const hasCapacity = ({ count }: InProgress) => count < relayLimits.postsMax;

/** Counts a post while it is being answered. */
async function whileCounted<T>(inProgress: InProgress, answer: () => Promise<T>): Promise<T> {
  inProgress.count += 1;
  try {
    return await answer();
  } finally {
    inProgress.count -= 1;
  }
}

const urlHost = (host: string) => (host.includes(":") ? `[${host}]` : host);

/** Answers a post. It counts once it has arrived, so slow senders do not use up the limit. */
async function answerRequest(
  request: IncomingMessage,
  { auth, answer }: GatewayOptions,
  inProgress: InProgress,
): Promise<Screen> {
  if (!auth.mayPost(request.socket.remoteAddress ?? "")) throw notAllowed(closing);
  assertPost(request);
  const body = await readBody(request);
  if (!hasCapacity(inProgress)) return screens.unavailable;
  return whileCounted(inProgress, async () => {
    if (!(await auth.isProven(request, body))) throw notAllowed();
    try {
      return await answer(readPost(body));
    } catch (error) {
      if (error instanceof BadPost) throw new Refusal(400, `Bad request: ${error.message}.`);
      throw error;
    }
  });
}

const notAllowed = (headers = {}) => new Refusal(401, "Not allowed.", headers);

/** @throws {Refusal} */
function assertPost(request: IncomingMessage): void {
  const { url = "", method, headers } = request;
  const [asked] = url.split("?");
  if (asked !== path) throw new Refusal(404, "Not found.");
  if (isCrossSite(request)) throw new Refusal(403, "Not allowed from a page of another site.");
  if (method !== "POST") throw new Refusal(405, "Method not allowed.", { allow: "POST" });
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
