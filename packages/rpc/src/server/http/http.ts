/**
 * What HTTP asks of a JSON-RPC service, apart from any socket: which requests are refused before
 * their body is read, what the body is answered with, and the headers browsers need.
 */
import type { JsonBytes } from "../../contract/codec/writer.js";
import type { Call } from "../../handlers/handler.js";
import type { Client, ClientHead, IdentifyClient } from "../clients/client.js";
import { noClient } from "../clients/client.js";
import { keyOf } from "../clients/keys.js";
import type { ExceededShare } from "../clients/share.js";
import type { Dispatch, ResponseText } from "../dispatch/dispatch.js";
import { errorText, readRequest } from "../dispatch/envelope.js";
import { exceededIn, RequestText } from "../dispatch/json-text.js";
import type { CallsUnderWay } from "../dispatch/pending-call.js";
import { limitExceeded } from "../dispatch/to-rpc-error.js";
import type { Limits } from "../limits.js";
import { gzip } from "./gzip.js";
import type { HostCheck } from "./hosts.js";
import {
  anyOrigin,
  errorAnswer,
  type Headers,
  type HttpAnswer,
  json,
  malformed,
  notAllowed,
  packed,
  preflight,
  silent,
  tooMany,
  unauthorized,
  wrongHost,
  wrongOrigin,
  wrongType,
} from "./http-answers.js";
import { originsOf } from "./origins.js";

/** What the head of a request says, and that of a WebSocket upgrade. */
export interface UpgradeHead extends ClientHead {
  /** Host header as it was sent, with or without a port. */
  readonly host: string;
  /** Where the web page is from that asks, as the browser says; else empty. */
  readonly origin: string;
  /** Why the head cannot be relied on, in words; such a request is answered 400. */
  readonly fault?: string | undefined;
}

export interface HttpHead extends UpgradeHead {
  /** Upper case. */
  readonly method: string;
  readonly contentType: string;
  /** Empty when the length is not said in advance. */
  readonly contentLength: string;
  /** Whether a preflight asks to reach a private network. */
  readonly asksPrivateNetwork: boolean;
  /** Encodings the client takes, as its header lists them. */
  readonly acceptEncoding: string;
}

/** A request whose body is to be read. */
export interface Post {
  readonly client: Client;
  /** Bytes of the body that are read at most. */
  readonly bodyBytesMax: number;
  /** The answer to a body that is longer. */
  tooLarge(): HttpAnswer | Promise<HttpAnswer>;
  /** The answer to a body that there is no room for now. */
  noRoom(exceeded: ExceededShare): HttpAnswer | Promise<HttpAnswer>;
  finish(body: string, call: Call): HttpAnswer | Promise<HttpAnswer>;
}

export interface Http {
  /** The answer where it does not depend on a body. */
  begin(head: HttpHead): HttpAnswer | Promise<HttpAnswer> | Post;
  /** The answer to a WebSocket upgrade that is refused whoever the client is. */
  refuseUpgrade(head: UpgradeHead): HttpAnswer | undefined;
}

export const isPost = (begun: HttpAnswer | Promise<HttpAnswer> | Post): begun is Post =>
  "finish" in begun;

async function pack(text: string | JsonBytes): Promise<HttpAnswer> {
  const body = await gzip(typeof text === "string" ? [text] : text.pieces(true));
  return { status: "200 OK", headers: packed, body };
}

const ok = (text: string | JsonBytes): HttpAnswer => ({
  status: "200 OK",
  headers: json,
  body: text,
});
const jsonType = /^application\/json(?:-rpc)?\s*(?:;|$)/i;

const gzipAsked = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))|,|$)/i;

/** What can be had by GET: the path's last segment, and what is answered. */
export type Pages = Readonly<Record<string, Page>>;
export interface Page {
  /** Whether a key before the last segment is asked for where keys are configured. */
  readonly isGuarded: boolean;
  readonly contentType: string;
  read(): Promise<PageText>;
}
export interface PageText {
  readonly body: string;
  /** False: traffic should not come here, and the status says so (503). */
  readonly isWell?: boolean;
}

export interface HttpParts {
  readonly calls: CallsUnderWay;
  readonly dispatch: Dispatch;
  readonly identify: IdentifyClient;
  readonly limits: Limits;
  readonly pages: Pages;
  /** Origins whose web pages may read answers; none: every one. */
  readonly corsOrigins?: readonly string[];
  /** Left out: requests to every name are answered. */
  readonly isHostAllowed?: HostCheck;
  /** Whether pages of the public internet may reach a node on a private network, as preflights ask. */
  readonly allowsPrivateNetwork?: boolean;
}

export function createHttp(parts: HttpParts): Http {
  const { corsOrigins = [], isHostAllowed = () => true } = parts;
  const open = createOpenHttp(parts);
  const origins = originsOf(corsOrigins);
  const refuse = ({ fault, host }: UpgradeHead): HttpAnswer | undefined => {
    if (fault !== undefined) return malformed(fault);
    return isHostAllowed(host) ? undefined : wrongHost;
  };
  return {
    begin(head) {
      const begun = refuse(head) ?? open(head);
      if (corsOrigins.length === 0) return begun;
      const { origin } = head;
      if (!isPost(begun)) return origins.restrict(begun, origin);
      return {
        ...begun,
        tooLarge: () => origins.restrict(begun.tooLarge(), origin),
        noRoom: (exceeded) => origins.restrict(begun.noRoom(exceeded), origin),
        finish: (body, call) => origins.restrict(begun.finish(body, call), origin),
      };
    },
    refuseUpgrade: (head) =>
      refuse(head) ?? (origins.isAllowed(head.origin) ? undefined : wrongOrigin),
  };
}

type Begin = Http["begin"];

function createOpenHttp(parts: HttpParts): Begin {
  const { calls, dispatch, identify, limits, pages, allowsPrivateNetwork = false } = parts;
  const answered = (text: ResponseText, head: HttpHead, { retryAfterSeconds }: Call) => {
    if (retryAfterSeconds !== undefined) return tooMany(text?.toString() ?? "", retryAfterSeconds);
    if (text === undefined) return silent;
    const isWorthPacking = text.length >= limits.gzipCharactersMin;
    return isWorthPacking && gzipAsked.test(head.acceptEncoding) ? pack(text) : ok(text);
  };
  const show = async (page: Page): Promise<HttpAnswer> => {
    const headers: Headers = [["content-type", page.contentType], anyOrigin];
    const { body, isWell = true } = await page.read();
    return { status: isWell ? "200 OK" : "503 Service Unavailable", headers, body };
  };
  const get = ({ path, remoteAddress }: HttpHead) => {
    const name = keyOf(path);
    const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
    if (page === undefined) return notAllowed;
    const parent = path.slice(0, path.lastIndexOf(`/${name}`));
    if (!page.isGuarded) return show(page);
    const client = identify({ path: parent, remoteAddress });
    const isLetIn = client !== undefined && client.key?.mayReadMetrics !== false;
    return isLetIn ? show(page) : unauthorized("null");
  };
  const tooLarge = errorAnswer(
    "413 Payload Too Large",
    limitExceeded({ limit: "body-bytes", max: limits.bodyBytesMax }),
  );
  const refused = refusedPost(limits);
  const post = (head: HttpHead): ReturnType<Begin> => {
    const client = identify(head);
    if (client === undefined) {
      return Number(head.contentLength) > refused.bodyBytesMax ? refused.tooLarge() : refused;
    }
    const refusal = calls.refusal(client);
    if (refusal !== undefined) return tooMany(errorText("null", refusal), 1);
    return {
      client,
      bodyBytesMax: limits.bodyBytesMax,
      tooLarge: () => tooLarge,
      noRoom,
      finish(body, call) {
        const text = dispatch(body, call);
        if (text instanceof Promise) return text.then((given) => answered(given, head, call));
        return answered(text, head, call);
      },
    };
  };
  return (head) => {
    if (head.method === "POST") {
      if (!jsonType.test(head.contentType)) return wrongType;
      return Number(head.contentLength) > limits.bodyBytesMax ? tooLarge : post(head);
    }
    if (head.method === "GET") return get(head);
    if (head.method === "HEAD") return { ...notAllowed, body: "" };
    if (head.method !== "OPTIONS") return notAllowed;
    return preflight(allowsPrivateNetwork && head.asksPrivateNetwork);
  };
}

/** A client with too much under way may come back at once; a node with too much is busy. */
function noRoom(exceeded: ExceededShare): HttpAnswer {
  const body = errorText("null", limitExceeded(exceeded));
  const answer = tooMany(body, 1);
  return exceeded.isClients ? answer : { ...answer, status: "503 Service Unavailable" };
}

/**
 * A short request is read for its id, since clients match answers by it. The body of a longer one
 * is not read, and the id is null.
 */
const refusedPost = (limits: Limits): Post => ({
  client: noClient,
  bodyBytesMax: limits.unauthorizedBytesMax,
  tooLarge: () => unauthorized("null"),
  noRoom: () => unauthorized("null"),
  finish: (body) => unauthorized(idTextIn(body, limits)),
});

function idTextIn(body: string, limits: Limits): string {
  if (exceededIn(body, limits) !== undefined) return "null";
  try {
    return readRequest(JSON.parse(body), new RequestText(body), 0).idText ?? "null";
  } catch {
    return "null";
  }
}
