/** Defines the HTTP answers that do not depend on the body, and the headers for browsers. */

import type { JsonBytes } from "../../contract/codec/writer.js";
import { RpcError } from "../../contract/errors.js";
import { errorText } from "../dispatch/envelope.js";

export type Headers = readonly (readonly [string, string])[];

/** A large body is written in pieces as it is sent. */
export type HttpBody = string | Pick<JsonBytes, "length" | "pieces">;

export interface HttpAnswer {
  readonly status: string;
  readonly headers: Headers;
  readonly body: HttpBody;
}

export const anyOrigin = ["access-control-allow-origin", "*"] as const;
export const json: Headers = [["content-type", "application/json"], anyOrigin];
export const plain: Headers = [["content-type", "text/plain; charset=utf-8"], anyOrigin];
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
export const silent: HttpAnswer = { status: "204 No Content", headers: [anyOrigin], body: "" };

/** The answer 429 of RFC 6585, section 4. Web pages may read its Retry-After header. */
export const tooMany = (body: string, seconds: number): HttpAnswer => ({
  status: "429 Too Many Requests",
  headers: [
    ...json,
    ["retry-after", `${seconds}`],
    ["access-control-expose-headers", "retry-after"],
  ],
  body,
});

export const notAllowed: HttpAnswer = {
  status: "405 Method Not Allowed",
  headers: [...plain, allow],
  body: "JSON-RPC 2.0 is spoken here: POST a request, connect a WebSocket, or GET /health.\n",
};

/** The error for a request whose id is unknown. */
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

/**
 * Answers a request with a malformed head.
 * @param fault describes what is malformed.
 */
export const malformed = (fault: string): HttpAnswer => badRequest("400 Bad Request", fault);

export const wrongHost: HttpAnswer = badRequest(
  "403 Forbidden",
  "the Host header is neither an address, localhost nor a name given with --allowed-host",
);

export const wrongOrigin: HttpAnswer = badRequest(
  "403 Forbidden",
  "web pages of this origin may not connect: it is not among those given with --cors-origin",
);

export const unauthorized = (idText: string): HttpAnswer =>
  errorAnswer(
    "401 Unauthorized",
    new RpcError("unauthorized", "unauthorized: the API key is missing or unknown"),
    idText,
  );

export const refusedUpgrade = (status: string): HttpAnswer => ({
  status,
  headers: plain,
  body: "",
});
