/**
 * Answers the usual requests of JSON-RPC clients directly on a socket: one read, one write, and a
 * head that is parsed again only when it differs from the previous one. A connection that sends
 * anything else is passed to Node's HTTP server, together with the received bytes that are not
 * answered yet, and stays there.
 */
import type { Socket } from "node:net";
import { networkOf, Turns } from "@tandem/runtime";
import { noClient } from "../../../access/client.js";
import type { PendingCall } from "../../request/pending-call.js";
import { MessageSlices } from "../../sockets/message-slices.js";
import { UnreadAnswer } from "../../sockets/unread-answer.js";
import { isPost } from "../http.js";
import type { HttpAnswer, HttpBody } from "../http-answers.js";
import { joinedHeaders } from "../prepared-headers.js";
import { deliver, type TransportHandler } from "../transport.js";
import { PostHead } from "./post-head.js";
import { writePieces } from "./write-pieces.js";

/**
 * The maximum number of reads for a request: some clients send head and body separately. Node has
 * timers for slower ones.
 */
const readsMax = 4;

/** The time slices of the requests that follow another one in the same read, which are hundreds in 64 KB. */
const slices = new MessageSlices();

/** The turns of connections that wait for a time slice: one at a time, and of each network in turn. */
const turns = new Turns({ max: 1, clientMax: 1 });

/** Returns whether an answer with this status has no content (RFC 9110, sections 15.3.5 and 15.4.5). */
export const isWithoutBody = (status: string): boolean => /^[23]04/.test(status);

export class PostConnection {
  readonly #socket: Socket;
  readonly #handler: TransportHandler;
  readonly #onHandOver: (socket: Socket) => void;
  /** The header lines with the keep-alive time of the connection. */
  readonly #keepAlive: string;
  /** The received bytes that are not answered yet. */
  #received: Buffer | undefined;
  #reads = 0;
  /** The head of the last request. */
  #head: PostHead | undefined;
  #call: PendingCall | undefined;
  readonly #unread: UnreadAnswer;
  /** Is true while the client has not accepted the answer, all of which was written. */
  #isFull = false;
  #isOver = false;
  /** Is true until a request is started: the first one of a read does not wait for a time slice. */
  #isFirst = true;
  /** Is true while the received requests wait for a time slice. */
  #isWaiting = false;
  /**
   * Is true while requests are started: a request that is answered at once does not start the next
   * one itself.
   */
  #isProceeding = false;

  /**
   * @param onHandOver passes the connection to Node's HTTP server, which reads the unanswered bytes from the socket.
   */
  constructor(socket: Socket, handler: TransportHandler, onHandOver: (socket: Socket) => void) {
    this.#socket = socket;
    this.#handler = handler;
    this.#onHandOver = onHandOver;
    this.#unread = new UnreadAnswer(handler.waiting);
    const { keepAliveMs } = handler.limits;
    const seconds = Math.floor(keepAliveMs / 1000);
    this.#keepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${seconds}\r\n`;
    socket.setTimeout(keepAliveMs);
    socket.on("data", this.#onData).on("drain", this.#onDrain).on("end", this.#destroy);
    socket.on("timeout", this.#onTimeout).on("close", this.#onClose);
  }

  readonly #destroy = () => void this.#socket.destroy();

  readonly #onTimeout = () => {
    const { bytesRead } = this.#socket;
    // After a pause of this process, its timers run before it reads what arrived meanwhile.
    setImmediate(() => {
      const isUnread = this.#socket.writableLength > 0;
      const isAwaited = this.#call === undefined && !this.#isWaiting;
      const isIdle = !this.#isOver && (isAwaited || isUnread);
      if (!isIdle || this.#socket.bytesRead !== bytesRead) return;
      if (isUnread) this.#handler.cut("reads too slowly");
      this.#socket.destroy();
    });
  };

  readonly #onDrain = () => {
    if (this.#isFull) this.#end();
  };

  readonly #onClose = () => {
    this.#isOver = true;
    this.#received = undefined;
    this.#unread.release();
    this.#call?.abort();
    this.#closeCall();
  };

  readonly #onData = (chunk: Buffer) => {
    this.#reads++;
    this.#isFirst ||= this.#received === undefined;
    this.#received = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#isBusy) this.#socket.pause();
    else this.#proceed();
  };

  get #isBusy(): boolean {
    return this.#call !== undefined || this.#isOver || this.#isWaiting;
  }

  /** Starts the received requests, each after the previous one is answered. */
  #proceed(): void {
    if (this.#isProceeding) return;
    this.#isProceeding = true;
    while (this.#received !== undefined && !this.#isBusy) {
      if (!this.#isFirst && slices.isOver()) void this.#wait();
      else if (this.#begin(this.#received)) this.#isFirst = false;
      else break;
    }
    this.#isProceeding = false;
    if (!this.#isBusy && this.#socket.isPaused()) this.#socket.resume();
  }

  /** Starts further requests in another time slice, and reads nothing until then. */
  async #wait(): Promise<void> {
    this.#isWaiting = true;
    this.#socket.pause();
    const proceed = async () => {
      if (!this.#isOver) await slices.next();
      this.#isWaiting = false;
      this.#isFirst = true;
      // Its timer may have ended meanwhile, and starts again with the next byte only, which may not come.
      if (!this.#isOver) this.#socket.setTimeout(this.#handler.limits.keepAliveMs);
      this.#proceed();
    };
    await turns.run(networkOf(this.#socket.remoteAddress), () => {}, proceed);
  }

  /**
   * Starts the request at the beginning of the received bytes. Returns false if it is not complete
   * or is left to Node.
   */
  #begin(bytes: Buffer): boolean {
    const head = this.#headOf(bytes);
    if (head === undefined) return this.#handOver();
    const end = head.length + head.bodyLength;
    if (bytes.length < end) {
      // Node's server counts a large body while it arrives, and has a timer for a slow one.
      const isLeft = end > 2 * this.#handler.limits.headerBytesMax || this.#reads >= readsMax;
      return isLeft ? this.#handOver() : false;
    }
    this.#received = bytes.length === end ? undefined : bytes.subarray(end);
    this.#reads = 0;
    const begun = this.#handler.http.begin(head);
    if (!isPost(begun)) {
      this.#call = this.#handler.openCall(noClient);
      deliver(begun, this.#finish);
      return true;
    }
    const call = this.#handler.openCall(begun.client);
    this.#call = call;
    const isTooLarge = head.bodyLength > begun.bodyBytesMax;
    const text = isTooLarge ? "" : bytes.toString("utf8", head.length, end);
    deliver(isTooLarge ? begun.tooLarge() : begun.finish(text, call), this.#finish);
    return true;
  }

  #headOf(bytes: Buffer): PostHead | undefined {
    if (this.#head?.isAtStartOf(bytes)) return this.#head;
    const head = PostHead.read(bytes, this.#socket.remoteAddress ?? "");
    if (head === undefined || head.length > this.#handler.limits.headerBytesMax) return undefined;
    this.#head = head;
    return head;
  }

  #handOver(): false {
    const socket = this.#socket;
    this.#isOver = true;
    socket.off("data", this.#onData).off("drain", this.#onDrain).off("end", this.#destroy);
    socket.off("timeout", this.#onTimeout).off("close", this.#onClose);
    socket.setTimeout(0);
    socket.pause();
    if (this.#received !== undefined) socket.unshift(this.#received);
    this.#received = undefined;
    this.#onHandOver(socket);
    socket.resume();
    return false;
  }

  readonly #finish = ({ status, headers, body }: HttpAnswer) => {
    if (this.#isOver) return;
    const [name, rest] = joinedHeaders(headers, this.#handler.headHeaders());
    const head = `HTTP/1.1 ${status}\r\n${name}: ${rest}\r\n${this.#keepAlive}`;
    if (isWithoutBody(status)) this.#endIfTaken(this.#socket.write(`${head}\r\n`, "latin1"));
    else if (typeof body !== "string") void this.#writePieces(head, body);
    else {
      const length = Buffer.byteLength(body);
      const encoding = length === body.length ? "latin1" : "utf8";
      const text = `${head}content-length: ${length}\r\n\r\n${body}`;
      const isTaken = this.#socket.write(text, encoding);
      if (isTaken || this.#hold(length)) this.#endIfTaken(isTaken);
    }
  };

  /** Writes a large answer, a piece at a time while the client reads. */
  async #writePieces(head: string, { length, pieces }: Exclude<HttpBody, string>): Promise<void> {
    const socket = this.#socket;
    if (!this.#hold(length)) return;
    socket.write(`${head}content-length: ${length}\r\n\r\n`, "latin1");
    const isWritten = await writePieces(socket, socket, pieces(false), this.#handler);
    // A socket reports that it was drained only if a write exceeded its mark.
    if (isWritten) this.#endIfTaken(!socket.writableNeedDrain);
  }

  /** Counts an answer until it is read. Closes the connection, and returns false, if too much waits. */
  #hold(bytes: number): boolean {
    if (this.#unread.hold(this.#call?.client ?? noClient, bytes)) return true;
    this.#handler.cut("reads too slowly");
    this.#socket.destroy();
    return false;
  }

  /**
   * Ends the call whose answer was written, now or once the client has accepted it.
   * @param isTaken whether the client can accept more.
   */
  #endIfTaken(isTaken: boolean): void {
    if (isTaken) this.#end();
    else this.#isFull = true;
  }

  #end(): void {
    this.#isFull = false;
    this.#unread.release();
    this.#closeCall();
    this.#proceed();
  }

  #closeCall(): void {
    const call = this.#call;
    this.#call = undefined;
    if (call !== undefined) this.#handler.closeCall(call);
  }
}
