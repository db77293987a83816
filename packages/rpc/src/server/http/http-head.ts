/** Declares the head of a request, as both servers read it. */
import type { ClientHead } from "../../access/client.js";
import type { HttpAnswer } from "./http-answers.js";

/** The head of a request or of a WebSocket upgrade. */
export interface UpgradeHead extends ClientHead {
  /** The Host header as it was sent, with or without a port. */
  readonly host: string;
  /** The Origin header of a browser; else empty. */
  readonly origin: string;
  /** The value of the Tandem-Min-Height header; else empty. */
  readonly minHeight: string;
  /** The answer to a head that is malformed or too long; the connection is closed after it. */
  readonly fault?: HttpAnswer | undefined;
}

export interface HttpHead extends UpgradeHead {
  /** The method in upper case. */
  readonly method: string;
  readonly contentType: string;
  /** The value of the Content-Encoding header; empty without one. */
  readonly contentEncoding: string;
  /** Is empty if the length is not announced. */
  readonly contentLength: string;
  /** Is true if a preflight requests access to a private network. */
  readonly asksPrivateNetwork: boolean;
  /** The value of the Accept-Encoding header. */
  readonly acceptEncoding: string;
  /** The value of the Accept header. */
  readonly accept: string;
  /** The value of the If-None-Match header. */
  readonly ifNoneMatch: string;
  /** The value of the traceparent header; empty without one. */
  readonly traceparent: string;
}
