/** Answers the text of a body with an HTTP answer. */

import type { Limits } from "../../limits.js";
import type { JsonBytes } from "../../written-json.js";
import type { Dispatch } from "../dispatch/dispatch.js";
import type { ResponseText } from "../request/envelope.js";
import type { PendingCall } from "../request/pending-call.js";
import { asksForGzip, gzip } from "./gzip.js";
import { type HttpAnswer, json, packed, silent, tooMany } from "./http-answers.js";

interface Setting {
  readonly dispatch: Dispatch;
  readonly limits: Pick<Limits, "gzipCharactersMin">;
}

/** The part of a request's head that decides on the form of its answer. */
interface AnswerHead {
  /** The value of the Accept-Encoding header. */
  readonly acceptEncoding: string;
  /** The value of the traceparent header; empty without one. */
  readonly traceparent: string;
}

const ok = (text: string | JsonBytes): HttpAnswer => ({
  status: "200 OK",
  headers: json,
  body: text,
});

/** Compresses an answer, which stays in memory meanwhile, unless that would exceed a limit. */
async function pack(text: string | JsonBytes, call: PendingCall): Promise<HttpAnswer> {
  try {
    if (call.held.hold(text.length) !== undefined) return ok(text);
    const body = await gzip(typeof text === "string" ? [text] : text.pieces(true), call);
    return { status: "200 OK", headers: packed, body };
  } finally {
    call.release();
  }
}

/** Returns a function that answers the text of a body. */
export function answererOf({ dispatch, limits }: Setting) {
  const isPacked = (text: string | JsonBytes, { acceptEncoding }: AnswerHead) =>
    text.length >= limits.gzipCharactersMin && asksForGzip(acceptEncoding);
  const answered = (text: ResponseText, head: AnswerHead, call: PendingCall) => {
    const { retryAfterSeconds } = call;
    const isRefused = retryAfterSeconds !== undefined;
    if (text !== undefined && !isRefused && isPacked(text, head)) return pack(text, call);
    call.release();
    if (isRefused) return tooMany(text?.toString() ?? "", retryAfterSeconds);
    return text === undefined ? silent : ok(text);
  };
  return (body: string, head: AnswerHead, call: PendingCall) => {
    if (head.traceparent !== "") call.traceparent = head.traceparent;
    const text = dispatch(body, call);
    if (text instanceof Promise) return text.then((given) => answered(given, head, call));
    return answered(text, head, call);
  };
}
