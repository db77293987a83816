/**
 * Parses the head of the request that JSON-RPC clients send: a POST of HTTP/1.1 with a length, each
 * header on one line and no header that changes the framing of a message. Node's parser handles
 * everything else.
 */
import type { HttpHead } from "../http-head.js";

const headEnd = "\r\n\r\n";
const requestLine = /^POST (\/[!-~]*) HTTP\/1\.1$/;
/** A name and a value of visible ASCII, without spaces at its end (RFC 9112, section 5). */
const headerLine = /^([A-Za-z0-9-]{1,64}):[ \t]*((?:[!-~](?:[ -~]*[!-~])?)?)$/;
const digits = /^\d{1,9}$/;

/** The headers that are read, by the member that stores their value. */
const members = {
  host: "host",
  "content-type": "contentType",
  "content-encoding": "contentEncoding",
  "content-length": "contentLength",
  accept: "accept",
  "accept-encoding": "acceptEncoding",
  origin: "origin",
  "if-none-match": "ifNoneMatch",
  "tandem-min-height": "minHeight",
  traceparent: "traceparent",
  connection: "connection",
} as const;
type Member = (typeof members)[keyof typeof members];
const memberOf = new Map<string, Member>(Object.entries(members));

/** The headers that change how the message is framed or answered. */
const leftToNode = new Set(["transfer-encoding", "trailer", "expect", "upgrade", "te"]);

export class PostHead implements HttpHead {
  readonly method = "POST";
  readonly asksPrivateNetwork = false;
  readonly path: string;
  readonly remoteAddress: string;
  host = "";
  origin = "";
  contentType = "";
  contentEncoding = "";
  contentLength = "";
  accept = "";
  acceptEncoding = "";
  ifNoneMatch = "";
  minHeight = "";
  traceparent = "";
  connection = "";
  /** The text of the head with the empty line at its end, one character for each byte. */
  readonly text: string;

  private constructor(text: string, path: string, remoteAddress: string) {
    this.text = text;
    this.path = path;
    this.remoteAddress = remoteAddress;
  }

  /**
   * Reads the head at the beginning of received bytes.
   * @returns undefined if it is not complete or not of the usual form.
   */
  static read(bytes: Buffer, remoteAddress: string): PostHead | undefined {
    const end = bytes.indexOf(headEnd, 0, "latin1");
    if (end < 0) return undefined;
    const text = bytes.toString("latin1", 0, end + headEnd.length);
    const [first = "", ...lines] = text.slice(0, end).split("\r\n");
    const path = requestLine.exec(first)?.[1];
    if (path === undefined) return undefined;
    const head = new PostHead(text, path, remoteAddress);
    return lines.every((line) => head.#take(line)) && head.#isUsual() ? head : undefined;
  }

  /** Returns the length of the body in bytes. */
  get bodyLength(): number {
    return Number(this.contentLength);
  }

  /** Returns the length of the head in bytes. */
  get length(): number {
    return this.text.length;
  }

  /** Returns whether received bytes begin with the same head. */
  isAtStartOf(bytes: Buffer): boolean {
    const { text } = this;
    return bytes.length >= text.length && bytes.toString("latin1", 0, text.length) === text;
  }

  /** Stores a header. Returns false if its line is malformed, repeats another or is left to Node. */
  #take(line: string): boolean {
    const [, given, value = ""] = headerLine.exec(line) ?? [];
    if (given === undefined) return false;
    const name = given.toLowerCase();
    const member = memberOf.get(name);
    if (member === undefined) return !leftToNode.has(name);
    if (this[member] !== "") return false;
    this[member] = value;
    return value !== "";
  }

  #isUsual(): boolean {
    const { host, contentLength, connection } = this;
    if (host === "" || !digits.test(contentLength)) return false;
    return connection === "" || connection.toLowerCase() === "keep-alive";
  }
}
