/**
 * Reads the head of a request on uWebSockets.js. It iterates over all headers to detect duplicates;
 * the parser itself uses the first.
 */
import type { HttpRequest } from "uWebSockets.js";
import { asksToClose, closesNatively } from "./connection-header.js";
import {
  type HttpAnswer,
  headTooLong,
  refusedEncoding,
  repeated,
  wrongLength,
} from "./http-answers.js";
import type { HttpHead } from "./http-head.js";
import type { UwsExchange } from "./uws-exchange.js";

/** The bytes of a header line besides its name and value. */
const framingBytes = ": \r\n".length;

export class UwsHead implements HttpHead {
  readonly method: string;
  readonly path: string;
  host = "";
  contentType = "";
  contentEncoding = "";
  contentLength = "";
  acceptEncoding = "";
  accept = "";
  ifNoneMatch = "";
  minHeight = "";
  origin = "";
  traceparent = "";
  /** The value of the first Connection header, the only one that the native server reads. */
  firstConnection = "";
  asksPrivateNetwork = false;
  fault: HttpAnswer | undefined;
  #bytes: number;
  #asksToClose = false;
  #hasHost = false;
  #hasLength = false;
  #hasEncoding = false;
  readonly #exchange: UwsExchange;

  constructor(exchange: UwsExchange, request: HttpRequest, bytesMax: number) {
    this.#exchange = exchange;
    this.method = request.getCaseSensitiveMethod();
    this.path = request.getUrl();
    this.#bytes = this.path.length;
    request.forEach((name, value) => {
      this.#bytes += name.length + value.length + framingBytes;
      this.#take(name, value);
    });
    if (this.#bytes > bytesMax) this.fault = headTooLong;
  }

  /** Returns whether the connection closes after the answer. */
  get closes(): boolean {
    return this.#asksToClose || this.fault !== undefined || closesNatively(this.firstConnection);
  }

  /**
   * Returns the remote IP address as text. It is read on demand, since that is slow and few need it.
   */
  get remoteAddress(): string {
    return this.#exchange.remoteAddress();
  }

  /**
   * Stores a header.
   * @param name in lower case.
   */
  #take(name: string, value: string): void {
    switch (name) {
      case "host":
        if (this.#hasHost) this.fault = repeated(name);
        this.#hasHost = true;
        this.host = value;
        break;
      case "content-type":
        // The first header counts, as on Node's server.
        this.contentType ||= value;
        break;
      case "content-encoding":
        this.contentEncoding = value;
        break;
      case "content-length":
        if (this.#hasLength) this.fault = repeated(name);
        else if (!/^\d+$/.test(value)) this.fault = wrongLength;
        this.#hasLength = true;
        this.contentLength = value;
        break;
      case "transfer-encoding":
        this.#takeEncoding(value);
        break;
      case "accept-encoding":
        this.acceptEncoding = value;
        break;
      case "accept":
        this.accept = value;
        break;
      case "if-none-match":
        this.ifNoneMatch = value;
        break;
      case "tandem-min-height":
        // Joined as on Node's server: a list is no height.
        this.minHeight = this.minHeight === "" ? value : `${this.minHeight}, ${value}`;
        break;
      case "origin":
        this.origin = value;
        break;
      case "traceparent":
        this.traceparent = value;
        break;
      case "connection":
        this.firstConnection ||= value;
        this.#asksToClose ||= asksToClose(value);
        break;
      case "access-control-request-private-network":
        this.asksPrivateNetwork = value === "true";
    }
  }

  #takeEncoding(value: string): void {
    const fault = this.#hasEncoding ? repeated("transfer-encoding") : refusedEncoding(value);
    this.fault ??= fault;
    this.#hasEncoding = true;
  }
}
