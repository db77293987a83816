/**
 * What HTTP asks of a JSON-RPC service, apart from any socket: which requests are refused before
 * their body is read, what the body is answered with, and the headers browsers need.
 */
import { RpcError } from "../contract/errors.js";
import type { JsonBytes } from "../contract/writer.js";
import type { Call } from "../handlers/handler.js";
import type { Client, ClientHead, IdentifyClient } from "./client.js";
import { noClient } from "./client.js";
import type { Answer, Dispatch } from "./dispatch.js";
import { errorText, readRequest } from "./envelope.js";
import { gzip } from "./gzip.js";
import { isDeeperThan, RequestText } from "./json-text.js";
import { keyOf } from "./keys.js";
import type { Limits } from "./limits.js";
import type { CallsUnderWay } from "./pending-call.js";
import { limitExceeded } from "./to-rpc-error.js";

/** What is known of a WebSocket upgrade before it is made. */
export interface UpgradeHead extends ClientHead {
  /** Host header as it was sent, with or without a port. */
  readonly host: string;
  /** Where the web page is from that asks, as the browser says; else empty. */
  readonly origin: string;
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

export type Headers = readonly (readonly [string, string])[];

export interface HttpAnswer {
  readonly status: string;
  readonly headers: Headers;
  readonly body: HttpBody;
}

/** A large one is written in pieces, as it is sent. */
export type HttpBody = string | Pick<JsonBytes, "length" | "pieces">;

/** A request whose body is to be read. */
export interface Post {
  readonly client: Client;
  /** Bytes of the body that are read at most. */
  readonly bodyBytesMax: number;
  /** The answer to a body that is longer. */
  tooLarge(): HttpAnswer;
  finish(body: string, call: Call): HttpAnswer | Promise<HttpAnswer>;
}

export interface Http {
  /** The answer where it does not depend on a body. */
  begin(head: HttpHead): HttpAnswer | Promise<HttpAnswer> | Post;
}

export const isPost = (begun: HttpAnswer | Promise<HttpAnswer> | Post): begun is Post =>
  "finish" in begun;

const anyOrigin = ["access-control-allow-origin", "*"] as const;
const json: Headers = [["content-type", "application/json"], anyOrigin];
const plain: Headers = [["content-type", "text/plain; charset=utf-8"], anyOrigin];
const allow = ["allow", "POST, OPTIONS"] as const;

/** Wallets in web pages ask before they post. A day is the longest browsers remember. */
const preflight: Headers = [
  anyOrigin,
  ["access-control-allow-methods", "POST, OPTIONS"],
  ["access-control-allow-headers", "*"],
  ["access-control-max-age", "86400"],
];
const privateNetwork = ["access-control-allow-private-network", "true"] as const;

const packed: Headers = [...json, ["content-encoding", "gzip"], ["vary", "accept-encoding"]];

async function pack(text: string | JsonBytes): Promise<HttpAnswer> {
  const body = await gzip(typeof text === "string" ? [text] : text.pieces(true));
  return { status: "200 OK", headers: packed, body };
}

const ok = (text: string | JsonBytes): HttpAnswer => ({
  status: "200 OK",
  headers: json,
  body: text,
});
const silent: HttpAnswer = { status: "204 No Content", headers: [anyOrigin], body: "" };

/** RFC 6585, section 4. A web page is let read when it may come back. */
const tooMany = (text: Answer, seconds: number): HttpAnswer => ({
  status: "429 Too Many Requests",
  headers: [
    ...json,
    ["retry-after", `${seconds}`],
    ["access-control-expose-headers", "retry-after"],
  ],
  body: text?.toString() ?? "",
});

const notAllowed: HttpAnswer = {
  status: "405 Method Not Allowed",
  headers: [...plain, allow],
  body: "JSON-RPC 2.0 is spoken here: POST a request, connect a WebSocket, or GET /health.\n",
};

/** For what went wrong outside the dispatcher, which answers for itself. */
export const failed: HttpAnswer = {
  status: "500 Internal Server Error",
  headers: json,
  body: errorText("null", new RpcError("internal", "internal error")),
};

export const refusedUpgrade = (status: string): HttpAnswer => ({
  status,
  headers: plain,
  body: "",
});

const wrongType: HttpAnswer = {
  status: "415 Unsupported Media Type",
  headers: json,
  body: errorText("null", new RpcError("request", "content-type must be application/json")),
};

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
}

export function createHttp(parts: HttpParts): Http {
  const http = createOpenHttp(parts);
  const { corsOrigins = [] } = parts;
  return corsOrigins.length === 0 ? http : restrictOrigins(http, new Set(corsOrigins));
}

/** The same answers; a browser is told to show them to pages of these origins alone. */
function restrictOrigins(http: Http, origins: ReadonlySet<string>): Http {
  const restrict = (answer: HttpAnswer, origin: string): HttpAnswer => {
    const others = answer.headers.filter(([name]) => !/^access-control-|^vary$/.test(name));
    const varied: Headers = [...others, ["vary", "origin, accept-encoding"]];
    if (!origins.has(origin)) return { ...answer, headers: varied };
    const allowed = answer.headers.filter(([name]) => name.startsWith("access-control-"));
    const named = allowed.map(
      ([name, value]) => [name, name === anyOrigin[0] ? origin : value] as const,
    );
    return { ...answer, headers: [...varied, ...named] };
  };
  const later = (answer: HttpAnswer | Promise<HttpAnswer>, { origin }: HttpHead) =>
    answer instanceof Promise
      ? answer.then((given) => restrict(given, origin))
      : restrict(answer, origin);
  return {
    begin(head) {
      const begun = http.begin(head);
      if (!isPost(begun)) return later(begun, head);
      return {
        ...begun,
        tooLarge: () => restrict(begun.tooLarge(), head.origin),
        finish: (body, call) => later(begun.finish(body, call), head),
      };
    },
  };
}

function createOpenHttp({ calls, dispatch, identify, limits, pages }: HttpParts): Http {
  const answered = (text: Answer, head: HttpHead, { retryAfterSeconds }: Call) => {
    if (retryAfterSeconds !== undefined) return tooMany(text, retryAfterSeconds);
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
  const tooLarge: HttpAnswer = {
    status: "413 Payload Too Large",
    headers: json,
    body: errorText("null", limitExceeded({ limit: "body-bytes", max: limits.bodyBytesMax })),
  };
  const refused = refusedPost(limits);
  const post = (head: HttpHead): HttpAnswer | Post => {
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
      finish(body, call) {
        const text = dispatch(body, call);
        if (text instanceof Promise) return text.then((given) => answered(given, head, call));
        return answered(text, head, call);
      },
    };
  };
  return {
    begin(head) {
      if (head.method === "POST") {
        if (!jsonType.test(head.contentType)) return wrongType;
        return Number(head.contentLength) > limits.bodyBytesMax ? tooLarge : post(head);
      }
      if (head.method === "GET") return get(head);
      if (head.method === "HEAD") return { ...notAllowed, body: "" };
      if (head.method !== "OPTIONS") return notAllowed;
      const headers = head.asksPrivateNetwork ? [...preflight, privateNetwork] : preflight;
      return { status: "204 No Content", headers, body: "" };
    },
  };
}

function unauthorized(idText: string): HttpAnswer {
  const error = new RpcError("unauthorized", "unauthorized: the API key is missing or unknown");
  return { status: "401 Unauthorized", headers: json, body: errorText(idText, error) };
}

/**
 * A short request is read for its id, since clients match answers by it. The body of a longer one
 * is not read, and the id is null.
 */
const refusedPost = ({ unauthorizedBytesMax, jsonDepthMax }: Limits): Post => ({
  client: noClient,
  bodyBytesMax: unauthorizedBytesMax,
  tooLarge: () => unauthorized("null"),
  finish: (body) => unauthorized(idTextIn(body, jsonDepthMax)),
});

function idTextIn(body: string, depthMax: number): string {
  if (isDeeperThan(body, depthMax)) return "null";
  try {
    return readRequest(JSON.parse(body), new RequestText(body), 0).idText ?? "null";
  } catch {
    return "null";
  }
}
