/** Defines the HTTP answers that do not depend on the body, and the headers for browsers. */

import { RpcError } from "../../contract/errors.js";
import type { JsonBytes } from "../../written-json.js";
import { errorText } from "../request/envelope.js";

/** A name in lower case and a value. */
export type Header = readonly [string, string];
export type Headers = readonly Header[];

/** A large body is written in pieces as it is sent. */
export type HttpBody = string | Pick<JsonBytes, "length" | "pieces">;

export interface HttpAnswer {
  readonly status: string;
  readonly headers: Headers;
  readonly body: HttpBody;
}

export const anyOrigin = ["access-control-allow-origin", "*"] as const;
/** Lets web pages read these headers. */
const exposed = [
  "access-control-expose-headers",
  "tandem-height, tandem-hash, retry-after",
] as const;
export const json: Headers = [["content-type", "application/json"], anyOrigin, exposed];
export const plain: Headers = [["content-type", "text/plain; charset=utf-8"], anyOrigin, exposed];
export const packed: Headers = [...json, ["content-encoding", "gzip"], ["vary", "accept-encoding"]];

const allow = ["allow", "POST, OPTIONS"] as const;
const privateNetwork = ["access-control-allow-private-network", "true"] as const;

/** The headers of a preflight response. A day is the longest time for which browsers cache it. */
const preflightHeaders: Headers = [
  anyOrigin,
  ["access-control-allow-methods", "POST, OPTIONS"],
  ["access-control-allow-headers", "*"],
  ["access-control-max-age", "86400"],
];

export const preflight = (allowsPrivateNetwork: boolean): HttpAnswer => ({
  status: "204 No Content",
  headers: allowsPrivateNetwork ? [...preflightHeaders, privateNetwork] : preflightHeaders,
  body: "",
});

/** The answer to notifications. */
export const silent: HttpAnswer = {
  status: "204 No Content",
  headers: [anyOrigin, exposed],
  body: "",
};

/** Returns the answer 429 of RFC 6585, section 4. */
export const tooMany = (body: string, seconds: number): HttpAnswer => ({
  status: "429 Too Many Requests",
  headers: [...json, ["retry-after", `${seconds}`]],
  body,
});

/**
 * Returns the answer 503 of a node whose head is lower than a request requires. A load balancer may
 * use another node.
 */
export const notReached = (body: string): HttpAnswer => ({
  ...tooMany(body, 1),
  status: "503 Service Unavailable",
});

export const notAllowed: HttpAnswer = {
  status: "405 Method Not Allowed",
  headers: [...plain, allow],
  body: "JSON-RPC 2.0 is spoken here: POST a request, connect a WebSocket, or GET /health.\n",
};

/** Returns the error for a request whose id is unknown. */
export const errorAnswer = (status: string, error: RpcError, idText = "null"): HttpAnswer => ({
  status,
  headers: json,
  body: errorText(idText, error),
});

const badRequest = (status: string, message: string) =>
  errorAnswer(status, new RpcError("request", message));

/** The answer to failures outside the dispatcher, which handles its own. */
export const failed: HttpAnswer = errorAnswer(
  "500 Internal Server Error",
  new RpcError("internal", "internal error"),
);

export const wrongType: HttpAnswer = badRequest(
  "415 Unsupported Media Type",
  "content-type must be application/json",
);

const wrongCoding = badRequest(
  "415 Unsupported Media Type",
  "the body must be sent as it is: content-encoding is not supported",
);

/** Returns the answer to a compressed body (RFC 9110, section 15.5.16). */
export const refusedCoding = (contentEncoding: string): HttpAnswer | undefined =>
  contentEncoding === "" || contentEncoding.toLowerCase() === "identity"
    ? undefined
    : { ...wrongCoding, headers: [...json, ["accept-encoding", "identity"]] };

/**
 * Answers a request with a malformed head.
 * @param fault describes what is malformed.
 */
export const malformed = (fault: string): HttpAnswer => badRequest("400 Bad Request", fault);

/** Answers a head with a duplicate of a header that may occur once. */
export const repeated = (name: string): HttpAnswer =>
  malformed(`the header ${name} is there more than once`);

export const wrongLength: HttpAnswer = malformed("content-length must be a number of bytes");

/**
 * Returns the answer to a transfer encoding other than chunked: one parser treats every encoding as
 * chunked, the other accepts a list that ends with it (RFC 9112, section 6.3).
 */
export const refusedEncoding = (value: string): HttpAnswer | undefined =>
  value.toLowerCase() === "chunked" ? undefined : wrongTransferEncoding;

const wrongTransferEncoding = malformed("transfer-encoding must be chunked, or left out");

/** The answer to a head that is too long (RFC 6585, section 5). */
export const headTooLong: HttpAnswer = badRequest(
  "431 Request Header Fields Too Large",
  "the headers of the request are too long",
);

/** The answer to a request whose head or body arrives too slowly (RFC 9110, section 15.5.9). */
export const tooSlow: HttpAnswer = badRequest(
  "408 Request Timeout",
  "the request did not arrive in time",
);

export const chunkExtensionsTooLong: HttpAnswer = badRequest(
  "413 Content Too Large",
  "the extensions of a chunk are too long",
);

export const wrongHost: HttpAnswer = badRequest(
  "403 Forbidden",
  "the Host header is neither an address, localhost nor a name given with --allowed-host",
);

export const wrongOrigin: HttpAnswer = badRequest(
  "403 Forbidden",
  "web pages of this origin may not connect: it is not among those given with --cors-origin",
);

export const unauthorizedError = (): RpcError =>
  new RpcError("unauthorized", "unauthorized: the API key is missing or unknown");

export const unauthorized = (idText: string): HttpAnswer =>
  errorAnswer("401 Unauthorized", unauthorizedError(), idText);

export const refusedUpgrade = (status: string): HttpAnswer => ({
  status,
  headers: plain,
  body: "",
});
