/**
 * Implements one HTTP exchange on uWebSockets.js: the response, until it is answered or its client
 * disconnects. Any access after that ends the process.
 */

import type { HttpResponse } from "uWebSockets.js";
import { emptyBytes } from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { type Client, noClient } from "../../access/client.js";
import type { PendingCall } from "../request/pending-call.js";
import type { TurnCount } from "../sockets/turn-count.js";
import { UnreadAnswer } from "../sockets/unread-answer.js";
import type { Body } from "./body.js";
import { closesNatively } from "./connection-header.js";
import type { HttpAnswer, HttpBody } from "./http-answers.js";
import { joinedHeaders } from "./prepared-headers.js";
import type { TransportHandler } from "./transport.js";

/** Defines how the connection closes after the answer. The native server does not announce it when it does that. */
type Closing = "no" | "natively" | "by us";

/** The status of an answer that sets none. */
const usualStatus = "200 OK";

/** Returns the text of the remote IP address. */
const remoteAddressOf = (response: HttpResponse): string =>
  Buffer.from(response.getRemoteAddressAsText()).toString("latin1");

export class UwsExchange {
  readonly #response: HttpResponse;
  readonly #handler: TransportHandler;
  readonly #answers: TurnCount;
  #call: PendingCall | undefined;
  #isOpen = true;
  #remoteAddress: string | undefined;
  #closing: Closing = "no";
  #body: Body | undefined;
  #unread: UnreadAnswer | undefined;
  /** Whether the native server collects what is written now, as it does while it delivers data. */
  #isCorked = false;
  /** Whether nothing is received until the next turn of the event loop. */
  #isResting = false;
  /** The pieces of a large answer. */
  #pieces: Iterator<Uint8Array> | undefined;

  /** @param answers counts the answers of all connections. */
  constructor(response: HttpResponse, handler: TransportHandler, answers: TurnCount) {
    this.#response = response;
    this.#handler = handler;
    this.#answers = answers;
  }

  /** Opens the call; must be called before the request's handler returns. */
  open(client: Client): PendingCall {
    const call = this.#handler.openCall(client);
    this.#call = call;
    this.#response.onAborted(() => {
      call.abort();
      this.#close();
    });
    return call;
  }

  onData(take: (chunk: ArrayBuffer, isLast: boolean) => void): void {
    this.#response.onData((chunk, isLast) => {
      this.#isCorked = true;
      take(chunk, isLast);
      this.#isCorked = false;
    });
  }

  /** Receives no more until the next turn of the event loop. */
  rest(): void {
    if (!this.#isOpen || this.#isResting) return;
    this.#isResting = true;
    this.#response.pause();
    setImmediate(() => {
      this.#isResting = false;
      if (this.#isOpen) this.#response.resume();
    });
  }

  /** Registers a body, so that its bytes are released at the end of the exchange. */
  keepBody(body: Body): Body {
    this.#body = body;
    return body;
  }

  /**
   * Closes the connection after the answer, which says so (RFC 9112, section 9.6).
   * @param connection the value of the first Connection header.
   */
  closeAfterwards(connection: string): void {
    this.#closing = closesNatively(connection) ? "natively" : "by us";
  }

  /** Returns the remote address; empty if its first use is after the end of the exchange. */
  remoteAddress(): string {
    if (this.#isOpen) this.#remoteAddress ??= remoteAddressOf(this.#response);
    return this.#remoteAddress ?? "";
  }

  #close(): void {
    this.#isOpen = false;
    this.#pieces?.return?.();
    this.#body?.close();
    this.#unread?.release();
    if (this.#call !== undefined) this.#handler.closeCall(this.#call);
  }

  answer(answer: HttpAnswer): void {
    if (this.#closing === "no" && !this.#answers.isOver()) this.#answerNow(answer);
    // The native server drops a connection on which a request arrives before the answer. What has arrived together with
    // this request must not be processed (RFC 9112, section 9.6).
    else setImmediate(() => this.#answerNow(answer));
  }

  #answerNow(answer: HttpAnswer): void {
    if (!this.#isOpen) return;
    if (this.#isCorked) this.#write(answer);
    else this.#response.cork(() => this.#write(answer));
  }

  #write(answer: HttpAnswer): void {
    this.#writeHead(answer);
    if (answer.status !== usualStatus && /^[23]04/.test(answer.status)) {
      if (this.#closing === "by us") this.#response.endWithoutBody(0, true);
      else this.#response.endWithoutBody();
      this.#close();
    } else this.#writeBody(answer.body);
  }

  #writeHead({ status, headers }: HttpAnswer): void {
    if (status !== usualStatus) this.#response.writeStatus(status);
    const [name, rest] = joinedHeaders(headers, this.#handler.headHeaders());
    this.#response.writeHeader(name, rest);
    if (this.#closing === "natively") this.#response.writeHeader("Connection", "close");
  }

  /**
   * Writes the body as the client accepts it. The exchange stays open until the last byte is accepted:
   * a client that sends requests and reads no answers is disconnected at the next one.
   */
  #writeBody(body: HttpBody): void {
    if (typeof body === "string" && this.#closing === "by us") {
      this.#response.end(body, true);
      this.#close();
    } else if (typeof body === "string") this.#writeText(body);
    else {
      this.#pieces = body.pieces(true)[Symbol.iterator]();
      this.#writePieces(this.#pieces, body.length);
    }
  }

  #writeText(text: string): void {
    const response = this.#response;
    const from = response.getWriteOffset();
    const length = Buffer.byteLength(text);
    this.#give(text, length);
    // Most bodies are accepted at once, and a finished response must not be accessed.
    if (!this.#isOpen || !this.#hold(length)) return;
    const bytes = Buffer.from(text);
    response.onWritable(
      (offset) => !this.#isOpen || this.#give(bytes.subarray(offset - from), length),
    );
  }

  /** Counts an answer of which a part waits. Closes the connection, and returns false, if too much waits. */
  #hold(bytes: number): boolean {
    this.#unread = new UnreadAnswer(this.#handler.waiting);
    if (this.#unread.hold(this.#call?.client ?? noClient, bytes)) return true;
    this.#handler.cut("reads too slowly");
    this.#response.close();
    return false;
  }

  /** Writes the next part of an answer of `length` bytes. Returns whether all of it was accepted. */
  #give(part: string | Uint8Array, length: number): boolean {
    const [isTaken, isDone] = this.#response.tryEnd(part, length);
    if (isDone) this.#close();
    return isTaken;
  }

  /** Sends one piece in each time slice. */
  #writePieces(pieces: Iterator<Uint8Array>, length: number): void {
    const response = this.#response;
    let piece = emptyBytes;
    /** The range of the current piece in the answer. */
    let [start, end] = [0, response.getWriteOffset()];
    const advance = (): boolean => {
      const next = pieces.next();
      if (next.done === true) return false;
      piece = next.value;
      start = end;
      end += piece.length;
      return true;
    };
    /** Is true while everything is accepted and the next piece waits for its time slice. */
    let isPaused = false;
    /** Continues at an offset. Returns whether the client accepted everything. */
    const writeFrom = (offset: number): boolean => {
      for (let at = offset; at < end || advance(); at = end) {
        const isTaken = this.#give(piece.subarray(at - start), length);
        if (!isTaken || !this.#isOpen) return isTaken;
        if (isSliceOver()) {
          isPaused = true;
          void nextSlice().then(() => {
            isPaused = false;
            this.#goOn(() => writeFrom(end));
          });
          return true;
        }
      }
      return true;
    };
    this.#guarded(() => writeFrom(end));
    if (!this.#isOpen || !this.#hold(length)) return;
    response.onWritable(
      (offset) => !this.#isOpen || isPaused || this.#guarded(() => writeFrom(offset)),
    );
  }

  #goOn(write: () => boolean): void {
    if (this.#isOpen) this.#response.cork(() => this.#guarded(write));
  }

  /** Runs a write and closes the connection if it fails: a client cannot use half an answer. */
  #guarded(write: () => boolean): boolean {
    try {
      return write();
    } catch (error) {
      this.#handler.answerFailed(error);
      this.#response.close();
      return true;
    }
  }
}
