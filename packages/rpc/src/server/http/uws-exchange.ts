/**
 * One HTTP exchange on uWebSockets.js: the response, until it is answered or its client leaves. After
 * that it must not be touched, or the process dies.
 */

import type { HttpResponse } from "uWebSockets.js";
import { emptyBytes } from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import type { Client } from "../clients/client.js";
import type { PendingCall } from "../dispatch/pending-call.js";
import type { TransportHandler } from "../transport.js";
import type { Body } from "./body.js";
import type { HttpAnswer, HttpBody } from "./http-answers.js";

/**
 * Whether the connection ends with the answer. The native server ends it by itself where the
 * header is `close` and nothing else, but does not say so to the client.
 */
type Closing = "no" | "natively" | "by us";

/** Text of the IP address at the other end. */
const remoteAddressOf = (response: HttpResponse): string =>
  Buffer.from(response.getRemoteAddressAsText()).toString("latin1");

export class UwsExchange {
  readonly #response: HttpResponse;
  readonly #handler: TransportHandler;
  #call: PendingCall | undefined;
  #isOpen = true;
  #remoteAddress: string | undefined;
  #closing: Closing = "no";
  #body: Body | undefined;

  constructor(response: HttpResponse, handler: TransportHandler) {
    this.#response = response;
    this.#handler = handler;
  }

  /** To be called before the request's handler returns. */
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
    this.#response.onData(take);
  }

  /** What a body holds is given back when the exchange is over, at the latest. */
  keepBody(body: Body): Body {
    this.#body = body;
    return body;
  }

  /** The client wants the connection to end with the answer (RFC 9112, section 9.6). */
  closeAfterwards(connection: string): void {
    this.#closing = connection.length === "close".length ? "natively" : "by us";
  }

  /** Empty when it is asked for the first time after the exchange was over. */
  remoteAddress(): string {
    if (this.#isOpen) this.#remoteAddress ??= remoteAddressOf(this.#response);
    return this.#remoteAddress ?? "";
  }

  #close(): void {
    this.#isOpen = false;
    this.#body?.close();
    if (this.#call !== undefined) this.#handler.closeCall(this.#call);
  }

  answer(answer: HttpAnswer): void {
    if (!this.#isOpen) return;
    this.#response.cork(() => {
      this.#writeHead(answer);
      if (answer.status.startsWith("204")) {
        if (this.#closing === "by us") this.#response.endWithoutBody(0, true);
        else this.#response.endWithoutBody();
        this.#close();
      } else this.#writeBody(answer.body);
    });
  }

  #writeHead({ status, headers }: HttpAnswer): void {
    // It is what there is unless another is written.
    if (status !== "200 OK") this.#response.writeStatus(status);
    for (const [name, value] of headers) this.#response.writeHeader(name, value);
    if (this.#closing === "natively") this.#response.writeHeader("Connection", "close");
  }

  /**
   * Written as the client takes it. Until it has taken the last, the exchange stays open: who sends
   * requests and reads no answer is cut off at the next one.
   */
  #writeBody(body: HttpBody): void {
    if (typeof body === "string" && this.#closing === "by us") {
      this.#response.end(body, true);
      this.#close();
    } else if (typeof body === "string") this.#writeText(body);
    else this.#writePieces(body.pieces(true)[Symbol.iterator](), body.length);
  }

  #writeText(text: string): void {
    const response = this.#response;
    const from = response.getWriteOffset();
    const length = Buffer.byteLength(text);
    this.#give(text, length);
    // Most are taken at once, and a response that is done must not be touched.
    if (!this.#isOpen) return;
    const bytes = Buffer.from(text);
    response.onWritable(
      (offset) => !this.#isOpen || this.#give(bytes.subarray(offset - from), length),
    );
  }

  /** Hands on the next part of an answer of `length` bytes. @returns whether all of it was taken. */
  #give(part: string | Uint8Array, length: number): boolean {
    const [isTaken, isDone] = this.#response.tryEnd(part, length);
    if (isDone) this.#close();
    return isTaken;
  }

  /** Sends one piece in each time slice. */
  #writePieces(pieces: Iterator<Uint8Array>, length: number): void {
    const response = this.#response;
    let piece = emptyBytes;
    /** Where in the answer it begins and ends. */
    let [start, end] = [0, response.getWriteOffset()];
    const advance = (): boolean => {
      const next = pieces.next();
      if (next.done === true) return false;
      piece = next.value;
      start = end;
      end += piece.length;
      return true;
    };
    /** All so far is taken, and the next piece has a time slice of its own. */
    let isPaused = false;
    /** Goes on from there. @returns whether the client took all it was given. */
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
    if (!this.#isOpen) return;
    response.onWritable(
      (offset) => !this.#isOpen || isPaused || this.#guarded(() => writeFrom(offset)),
    );
  }

  #goOn(write: () => boolean): void {
    if (this.#isOpen) this.#response.cork(() => this.#guarded(write));
  }

  /** What cannot be written to its end is cut off: half an answer is none. */
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
