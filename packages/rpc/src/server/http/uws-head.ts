/**
 * Reads the head of a request on uWebSockets.js. It iterates over all headers to detect duplicates;
 * the parser itself uses the first.
 */
import type { HttpRequest } from "uWebSockets.js";
import type { HttpHead } from "./http.js";
import type { UwsExchange } from "./uws-exchange.js";

const listsClose = /(?:^|,)\s*close\s*(?:,|$)/i;

/**
 * Returns whether the client requests that the connection closes.
 * @param connection the Connection header.
 */
export const asksToClose = (connection: string): boolean =>
  connection !== "" && listsClose.test(connection);

const twice = (name: string) => `the header ${name} is there more than once`;

export class UwsHead implements HttpHead {
  readonly method: string;
  readonly path: string;
  host = "";
  contentType = "";
  contentLength = "";
  acceptEncoding = "";
  accept = "";
  ifNoneMatch = "";
  minHeight = "";
  origin = "";
  traceparent = "";
  connection = "";
  asksPrivateNetwork = false;
  fault: string | undefined;
  #hasHost = false;
  #hasLength = false;
  #hasEncoding = false;
  readonly #exchange: UwsExchange;

  constructor(exchange: UwsExchange, request: HttpRequest) {
    this.#exchange = exchange;
    this.method = request.getCaseSensitiveMethod();
    this.path = request.getUrl();
    request.forEach((name, value) => {
      this.#take(name, value);
    });
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
        if (this.#hasHost) this.fault = twice(name);
        this.#hasHost = true;
        this.host = value;
        break;
      case "content-type":
        this.contentType = value;
        break;
      case "content-length":
        if (this.#hasLength) this.fault = twice(name);
        else if (!/^\d+$/.test(value)) this.fault = "content-length must be a number of bytes";
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
        this.minHeight = value;
        break;
      case "origin":
        this.origin = value;
        break;
      case "traceparent":
        this.traceparent = value;
        break;
      case "connection":
        this.connection = value;
        break;
      case "access-control-request-private-network":
        this.asksPrivateNetwork = value === "true";
    }
  }

  /**
   * Refuses transfer encodings other than chunked: the parser treats every encoding as chunked (RFC
   * 9112, section 6.3).
   */
  #takeEncoding(value: string): void {
    if (this.#hasEncoding || value.toLowerCase() !== "chunked") {
      this.fault = "transfer-encoding must be chunked, or left out";
    }
    this.#hasEncoding = true;
  }
}
