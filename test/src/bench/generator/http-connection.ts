/**
 * Implements a keep-alive connection with the least possible cost in Node: prepared bytes, one read
 * buffer for all connections, and an answer of the same form as the last one is recognized by a few
 * bytes.
 */
import { connect, type Socket } from "node:net";

/** All connections read into this buffer, one after the other. */
const shared = Buffer.allocUnsafe(256 * 1024);
const headEnd = "\r\n\r\n";
const lastChunk = Buffer.from("0\r\n\r\n");
const digitTwo = 0x32;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** The error of a refused call is within this number of bytes of the body. */
const refusalWithin = 96;
/** The remaining length if only the last chunk determines it. */
const untold = -1;

const closed = () => new Error("the connection was closed");

type OnAnswer = (bodyLength: number) => void;
type OnFailure = (error: Error) => void;

export class HttpConnection {
  readonly socket: Socket;
  readonly #port: number;
  /** Answers that are errors count as failures. Only the first entry of a batch is checked. */
  isRefusalAllowed = false;
  /** Is true if the last answer was null, where nulls are counted. */
  isNull = false;
  isNullWatched = false;
  #onAnswer: OnAnswer = () => {};
  #onFailure: OnFailure;
  /** The bytes of the body of the current answer: those received, and those still missing. */
  #length = 0;
  #left = 0;
  /** The beginning of an answer whose head is incomplete. */
  #cut: Buffer | undefined;
  /** The length of the head of the last answer that arrived in one piece. */
  #headLength = 0;
  #wholeLength = 0;

  private constructor(port: number, onOpen: () => void, onFailure: OnFailure) {
    this.#port = port;
    this.#onFailure = onFailure;
    const callback = (count: number) => {
      this.#read(count);
      return true;
    };
    const onread = { buffer: shared, callback };
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true, onread }, onOpen);
    this.socket.on("error", (error) => this.#onFailure(error));
    this.socket.on("close", () => this.#onFailure(closed()));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const connection = new HttpConnection(port, () => resolve(connection), reject);
    });
  }

  /** Sets the receivers of every answer and failure. */
  listen(onAnswer: OnAnswer, onFailure: OnFailure): void {
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
  }

  /**
   * Opens this connection, or another one if the server has closed it, as servers do after a long
   * idle time.
   */
  async open(): Promise<HttpConnection> {
    return this.socket.destroyed ? HttpConnection.open(this.#port) : this;
  }

  send(request: Buffer): void {
    if (this.socket.destroyed) this.#onFailure(closed());
    else this.socket.write(request);
  }

  /**
   * Returns the bytes of the answer's body. @throws {Error} if the call is refused or the
   * connection fails.
   */
  ask(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.listen(resolve, reject);
      this.send(request);
    });
  }

  close(): void {
    this.#onFailure = () => {};
    this.socket.destroy();
  }

  #read(count: number): void {
    if (this.#left !== 0) this.#goOn(shared.subarray(0, count));
    else if (this.#isLikeLast(count)) this.#endWhole(count);
    else this.#begin(shared.subarray(0, count));
  }

  /** Returns whether the answer has the same length, status and end of the head as the previous one. */
  #isLikeLast(count: number): boolean {
    const end = this.#headLength;
    return (
      count === this.#wholeLength &&
      shared[9] === digitTwo &&
      shared[end - 4] === carriageReturn &&
      shared[end - 2] === carriageReturn &&
      shared[end - 1] === lineFeed
    );
  }

  #endWhole(count: number): void {
    if (this.#isRefused(shared, this.#headLength, count)) return;
    this.#onAnswer(count - this.#headLength);
  }

  #begin(chunk: Buffer): void {
    const bytes = this.#cut === undefined ? chunk : Buffer.concat([this.#cut, chunk]);
    const end = bytes.indexOf(headEnd);
    if (end < 0) {
      this.#cut = Buffer.from(bytes);
      return;
    }
    const head = bytes.toString("latin1", 0, end);
    const bodyFrom = end + headEnd.length;
    if (!head.startsWith("HTTP/1.1 200")) {
      this.#onFailure(new Error(`unexpected answer: ${bytes.toString("latin1", 0, 400)}`));
      return;
    }
    const stated = /content-length: *(\d+)/i.exec(head)?.[1];
    if (this.#cut === undefined && bodyFrom + Number(stated) === chunk.length) {
      this.#headLength = bodyFrom;
      this.#wholeLength = chunk.length;
      this.#endWhole(chunk.length);
      return;
    }
    this.#cut = undefined;
    this.#wholeLength = 0;
    if (this.#isRefused(bytes, bodyFrom, bytes.length)) return;
    this.#length = 0;
    this.#left = stated === undefined ? untold : Number(stated);
    this.#goOn(bytes.subarray(bodyFrom));
  }

  #goOn(chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#left !== untold) this.#left -= chunk.length;
    else if (chunk.subarray(-lastChunk.length).equals(lastChunk)) this.#left = 0;
    if (this.#left === 0) this.#onAnswer(this.#length);
  }

  #isRefused(bytes: Buffer, from: number, to: number): boolean {
    if (this.isRefusalAllowed) return false;
    const start = bytes.toString("latin1", from, Math.min(to, from + refusalWithin));
    if (this.isNullWatched) this.isNull = start.includes('"result":null');
    if (!start.includes('"error"')) return false;
    this.#onFailure(
      new Error(`refused: ${bytes.toString("latin1", from, Math.min(to, from + 400))}`),
    );
    return true;
  }
}
