/** Reads the head of a request that Node's parser has parsed. */
import type { IncomingMessage } from "node:http";
import { type HttpAnswer, refusedEncoding, repeated } from "../http-answers.js";
import type { HttpHead, UpgradeHead } from "../http-head.js";

/** Returns the value of a header; empty without one. */
export const headerOf = (request: IncomingMessage, name: string): string => {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
};

/** Matches a request to a proxy, which has the whole URL in its first line (RFC 9112, section 3.2.2). */
const absoluteForm = /^https?:\/\/([^/?]*)(.*)$/i;

/**
 * Returns the answer to a head that Node's parser accepts but must be refused: it refuses a second
 * Content-Length, but keeps the first Host, and decodes only the last of several transfer
 * encodings.
 */
function faultOf({ rawHeaders, headers }: IncomingMessage): HttpAnswer | undefined {
  const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === "host");
  if (hosts.length > 1) return repeated("host");
  const encoding = headers["transfer-encoding"];
  return encoding === undefined ? undefined : refusedEncoding(encoding);
}

/** Returns the part of the head that decides whether a WebSocket is opened. */
export function upgradeHeadOf(request: IncomingMessage): UpgradeHead {
  const target = request.url ?? "/";
  const [, authority, path] = absoluteForm.exec(target) ?? [];
  return {
    path: path === "" ? "/" : (path ?? target),
    host: authority ?? headerOf(request, "host"),
    origin: headerOf(request, "origin"),
    remoteAddress: request.socket.remoteAddress ?? "",
    minHeight: headerOf(request, "tandem-min-height"),
    fault: faultOf(request),
  };
}

/** Returns the complete head. */
export const headOf = (request: IncomingMessage): HttpHead => ({
  method: request.method ?? "",
  ...upgradeHeadOf(request),
  contentType: headerOf(request, "content-type"),
  contentEncoding: headerOf(request, "content-encoding"),
  contentLength: headerOf(request, "content-length"),
  asksPrivateNetwork: headerOf(request, "access-control-request-private-network") === "true",
  acceptEncoding: headerOf(request, "accept-encoding"),
  accept: headerOf(request, "accept"),
  ifNoneMatch: headerOf(request, "if-none-match"),
  traceparent: headerOf(request, "traceparent"),
});
