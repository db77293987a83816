/**
 * Handles HTTP for a JSON-RPC service, independent of sockets: it refuses requests before their body
 * is read, answers bodies, and adds the headers for browsers.
 */

import type { Client, IdentifyClient } from "../../access/client.js";
import { noClient } from "../../access/client.js";
import { keyOf } from "../../access/keys.js";
import type { ExceededShare } from "../../access/share.js";
import { RpcError } from "../../contract/errors.js";
import type { Limits } from "../../limits.js";
import type { Dispatch } from "../dispatch/dispatch.js";
import { errorText, readRequest } from "../request/envelope.js";
import { type ParsedText, parseInSlices, parseShort } from "../request/json-text.js";
import type { CallsUnderWay, PendingCall } from "../request/pending-call.js";
import { limitExceeded } from "../request/to-rpc-error.js";
import { answererOf } from "./call-answer.js";
import type { HeadPosition } from "./head-position.js";
import type { HostCheck } from "./hosts.js";
import {
  anyOrigin,
  errorAnswer,
  type Headers,
  type HttpAnswer,
  malformed,
  notAllowed,
  notReached,
  preflight,
  refusedCoding,
  refusedUpgrade,
  tooMany,
  unauthorized,
  wrongHost,
  wrongOrigin,
  wrongType,
} from "./http-answers.js";
import type { HttpHead, UpgradeHead } from "./http-head.js";
import { originsOf } from "./origins.js";
import { createSite, type Site } from "./site.js";

/** A request whose body is read. */
export interface Post {
  readonly client: Client;
  /** The maximum number of bytes of the body. */
  readonly bodyBytesMax: number;
  /** Returns the answer to a longer body. */
  tooLarge(): HttpAnswer | Promise<HttpAnswer>;
  /** Returns the answer to a body that would exceed a limit on bodies now. */
  overLimit(exceeded: ExceededShare): HttpAnswer | Promise<HttpAnswer>;
  finish(body: string, call: PendingCall): HttpAnswer | Promise<HttpAnswer>;
}

export interface Http {
  /** Returns the answer if it does not depend on a body. */
  begin(head: HttpHead): HttpAnswer | Promise<HttpAnswer> | Post;
  /** Returns the answer to a WebSocket upgrade that is refused for every client. */
  refuseUpgrade(head: UpgradeHead): HttpAnswer | undefined;
}

export const isPost = (begun: HttpAnswer | Promise<HttpAnswer> | Post): begun is Post =>
  "finish" in begun;

const jsonType = "application/json";
const otherJsonTypes = /^application\/json(?:-rpc)?\s*(?:;|$)/i;
const isJson = (type: string): boolean => type === jsonType || otherJsonTypes.test(type);

/** The GET handlers by the last segment of the path. */
export type Pages = Readonly<Record<string, Page>>;
export interface Page {
  /** Requires an API key before the last segment if keys are configured. */
  readonly isGuarded: boolean;
  readonly contentType: string;
  read(): Promise<PageText>;
}
export interface PageText {
  readonly body: string;
  /** False answers with the status 503: the node should get no traffic. */
  readonly isWell?: boolean;
}

export interface HttpParts {
  readonly calls: CallsUnderWay;
  readonly dispatch: Dispatch;
  readonly identify: IdentifyClient;
  readonly limits: Limits;
  readonly pages: Pages;
  readonly position: HeadPosition;
  /** A page for browsers; there is none by default. */
  readonly site?: Site | undefined;
  /** Origins of web pages that may read answers; an empty list allows all. */
  readonly corsOrigins?: readonly string[];
  /** If it is omitted, every host name is accepted. */
  readonly isHostAllowed?: HostCheck;
  /** Allows preflight requests of public web pages to a node on a private network. */
  readonly allowsPrivateNetwork?: boolean;
}

export function createHttp(parts: HttpParts): Http {
  const { corsOrigins = [], isHostAllowed = () => true, position } = parts;
  const open = createOpenHttp(parts);
  const origins = originsOf(corsOrigins);
  const refuse = ({ fault, host, minHeight }: UpgradeHead): HttpAnswer | undefined => {
    if (fault !== undefined) return fault;
    if (minHeight !== "" && !isHeight.test(minHeight)) return malformed(wrongMinHeight);
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
        overLimit: (exceeded) => origins.restrict(begun.overLimit(exceeded), origin),
        finish: (body, call) => origins.restrict(begun.finish(body, call), origin),
      };
    },
    refuseUpgrade: (head) =>
      refuse(head) ??
      (origins.isAllowed(head.origin) ? undefined : wrongOrigin) ??
      (position.height < Number(head.minHeight)
        ? refusedUpgrade(notReached("").status)
        : undefined),
  };
}

type Begin = Http["begin"];

function createOpenHttp(parts: HttpParts): Begin {
  const { calls, identify, limits, pages, allowsPrivateNetwork = false } = parts;
  const showSite = parts.site === undefined ? () => undefined : createSite(parts.site, identify);
  const answer = answererOf(parts);
  const show = async (page: Page): Promise<HttpAnswer> => {
    const headers: Headers = [["content-type", page.contentType], anyOrigin];
    const { body, isWell = true } = await page.read();
    return { status: isWell ? "200 OK" : "503 Service Unavailable", headers, body };
  };
  const get = (head: HttpHead) => {
    const { path, remoteAddress } = head;
    const name = keyOf(path);
    const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
    if (page === undefined) return showSite(head) ?? notAllowed;
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
      overLimit,
      finish(body, call) {
        if (head.minHeight === "") return answer(body, head, call);
        return whenReached(parts, body, head, () => answer(body, head, call));
      },
    };
  };
  return (head) => {
    if (head.method === "POST") {
      if (!isJson(head.contentType)) return wrongType;
      const refusal = refusedCoding(head.contentEncoding);
      if (refusal !== undefined) return refusal;
      return Number(head.contentLength) > limits.bodyBytesMax ? tooLarge : post(head);
    }
    if (head.method === "GET") return get(head);
    if (head.method === "HEAD") return { ...notAllowed, body: "" };
    if (head.method !== "OPTIONS") return notAllowed;
    return preflight(allowsPrivateNetwork && head.asksPrivateNetwork);
  };
}

/** A height in decimal digits that a number can hold. */
const isHeight = /^\d{1,15}$/;
const wrongMinHeight =
  "the header Tandem-Min-Height must be the height of a block in decimal digits";

/**
 * Answers a request when the head has the height that its client has seen, or refuses it after a
 * wait.
 */
async function whenReached(
  { position, limits }: HttpParts,
  body: string,
  { minHeight }: HttpHead,
  answer: () => HttpAnswer | Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const wanted = Number(minHeight);
  if (await position.reached(wanted)) return answer();
  const { height } = position;
  const message = `not there yet: the head is at ${height}, and the request wants ${wanted} or higher`;
  const error = new RpcError("behind", message, { height, minHeight: wanted });
  return notReached(errorText(idTextOf(await parseInSlices(body, limits)), error));
}

/** Answers 429 to a client over its own limit, and 503 if the limit of all clients is reached. */
export function overLimit(exceeded: ExceededShare): HttpAnswer {
  const body = errorText("null", limitExceeded(exceeded));
  const answer = tooMany(body, 1);
  return exceeded.isClients ? answer : { ...answer, status: "503 Service Unavailable" };
}

/**
 * Reads a short body only for its id, since clients match answers by it. A longer body is not read,
 * and the id is null.
 */
const refusedPost = (limits: Limits): Post => ({
  client: noClient,
  bodyBytesMax: limits.unauthorizedBytesMax,
  tooLarge: () => unauthorized("null"),
  overLimit: () => unauthorized("null"),
  finish: (body) => unauthorized(idTextOf(parseShort(body, limits))),
});

const idTextOf = (parsed: ParsedText | RpcError): string =>
  parsed instanceof RpcError ? "null" : (readRequest(parsed.value, parsed, 0).idText ?? "null");
