/**
 * The transport on uWebSockets.js. Its rule is hard: a response or socket that is gone must not be
 * touched, or the process dies. Every write in this file is behind a check for that.
 */
import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  WebSocket,
} from "uWebSockets.js";
import { emptyBytes, isTurnOver, nextTurn } from "@tandem/primitives";
import type { HttpAnswer, HttpBody, HttpHead } from "./http.js";
import type { PendingCall } from "./pending-call.js";
import type { Session, Socket } from "./session.js";
import { type Desk, deliver, type Listen, type Listening } from "./transport.js";

/** The native module, with what its declarations leave out. */
export type Uws = typeof import("uWebSockets.js") & {
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
};
type App = TemplatedApp & {
  listen(
    host: string,
    port: number,
    options: number,
    onListening: (token: us_listen_socket | false) => void,
  ): App;
  close(): void;
};

const bufferOf = (chunk: ArrayBuffer) => Buffer.from(chunk);

/** An HTTP exchange: the response, until it is answered or its client leaves. */
class Exchange {
  readonly #response: HttpResponse;
  readonly #desk: Desk;
  readonly #call: PendingCall;
  #isOpen = true;

  constructor(response: HttpResponse, desk: Desk, call: PendingCall) {
    this.#response = response;
    this.#desk = desk;
    this.#call = call;
    response.onAborted(() => {
      call.abort();
      this.#close();
    });
  }

  #close(): void {
    this.#isOpen = false;
    this.#desk.closeCall(this.#call);
  }

  answer(answer: HttpAnswer): void {
    if (!this.#isOpen) return;
    this.#response.cork(() => {
      this.#writeHead(answer);
      if (answer.status.startsWith("204")) {
        this.#response.endWithoutBody();
        this.#close();
      } else this.#writeBody(answer.body);
    });
  }

  #writeHead({ status, headers }: HttpAnswer): void {
    // It is what there is unless another is written.
    if (status !== "200 OK") this.#response.writeStatus(status);
    for (const [name, value] of headers) this.#response.writeHeader(name, value);
  }

  /**
   * Written as the client takes it. Until it has taken the last, the exchange stays open: who sends
   * requests and reads no answer is cut off at the next one.
   */
  #writeBody(body: HttpBody): void {
    if (typeof body === "string") this.#writeText(body);
    else this.#writePieces(body.pieces(true)[Symbol.iterator](), body.length);
  }

  #writeText(text: string): void {
    const response = this.#response;
    const from = response.getWriteOffset();
    const length = Buffer.byteLength(text);
    const [, isDone] = response.tryEnd(text, length);
    // Most are taken at once, and a response that is done must not be touched.
    if (isDone) {
      this.#close();
      return;
    }
    const bytes = Buffer.from(text);
    response.onWritable((offset) => {
      if (!this.#isOpen) return true;
      const [isTaken, isDone] = response.tryEnd(bytes.subarray(offset - from), length);
      if (isDone) this.#close();
      return isTaken;
    });
  }

  /** A turn at a time. */
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
    /** All so far is taken, and the next piece has a turn of its own. */
    let isPaused = false;
    /** Goes on from there. @returns whether the client took all it was given. */
    const writeFrom = (offset: number): boolean => {
      for (let at = offset; at < end || advance(); at = end) {
        const [isTaken, isDone] = response.tryEnd(piece.subarray(at - start), length);
        if (isDone) this.#close();
        if (isDone || !isTaken) return isTaken;
        if (isTurnOver()) {
          isPaused = true;
          void nextTurn().then(() => {
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
      this.#desk.answerFailed(error);
      this.#response.close();
      return true;
    }
  }
}

/** Collects a body and hands it on; stops listening at the limit. */
function readBody(
  response: HttpResponse,
  max: number,
  onBody: (text: string) => void,
  onTooLarge: () => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.onData((chunk, isLast) => {
    length += chunk.byteLength;
    if (length > max) {
      chunks.length = 0;
      if (length - chunk.byteLength <= max) onTooLarge();
      return;
    }
    if (isLast && chunks.length === 0) {
      onBody(bufferOf(chunk).toString());
      return;
    }
    // The memory behind a chunk is only ours during this call.
    chunks.push(Buffer.from(bufferOf(chunk)));
    if (isLast) onBody(Buffer.concat(chunks, length).toString());
  });
}

function answerHttp(desk: Desk, response: HttpResponse, request: HttpRequest): void {
  const head: HttpHead = {
    method: request.getMethod().toUpperCase(),
    path: request.getUrl(),
    contentType: request.getHeader("content-type"),
    contentLength: request.getHeader("content-length"),
    asksPrivateNetwork: request.getHeader("access-control-request-private-network") === "true",
    acceptEncoding: request.getHeader("accept-encoding"),
    origin: request.getHeader("origin"),
  };
  const refusal = desk.http.begin(head);
  const call = desk.openCall();
  const exchange = new Exchange(response, desk, call);
  const finish = (answer: HttpAnswer) => exchange.answer(answer);
  if (refusal !== undefined) {
    deliver(refusal, finish);
    return;
  }
  const onBody = (body: string) => deliver(desk.http.finish(head, body, call), finish);
  readBody(response, desk.limits.bodyBytesMax, onBody, () => finish(desk.http.tooLarge(head)));
}

interface Attachment {
  session: Session | undefined;
}
type Connection = WebSocket<Attachment>;

/** What `send` says when nothing is left to wait. */
const sentWhole = 1;

/** A class, since thousands may be open: an object of functions would be five objects each. */
class UwsSocket implements Socket {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }
  send(text: string): boolean {
    return this.#connection.send(text) === sentWhole;
  }
  waitingBytes(): number {
    return this.#connection.getBufferedAmount();
  }
  end(code: number, reason: string): void {
    this.#connection.end(code, reason);
  }
  destroy(): void {
    this.#connection.close();
  }
}

/** A client may offer several subprotocols; one may be chosen. */
const firstOf = (list: string) => list.split(",", 1)[0]?.trim() ?? "";

function serveWebSockets(uws: Uws, app: App, desk: Desk): void {
  app.ws<Attachment>("/*", {
    maxPayloadLength: desk.limits.messageBytesMax,
    // Ours is the limit on what may wait: theirs drops messages in silence.
    maxBackpressure: 0,
    idleTimeout: desk.limits.socketIdleSeconds,
    sendPingsAutomatically: true,
    compression: uws.DISABLED,
    upgrade(response, request, context) {
      const refusal = desk.refuseUpgrade(request.getUrl());
      if (refusal !== undefined) {
        response.writeStatus(refusal).end();
        return;
      }
      response.upgrade<Attachment>(
        { session: undefined },
        request.getHeader("sec-websocket-key"),
        firstOf(request.getHeader("sec-websocket-protocol")),
        request.getHeader("sec-websocket-extensions"),
        context,
      );
    },
    open(connection) {
      connection.getUserData().session = desk.openSession(new UwsSocket(connection));
    },
    message(connection, message) {
      connection.getUserData().session?.receive(bufferOf(message).toString());
    },
    close(connection) {
      const { session } = connection.getUserData();
      if (session !== undefined) desk.closeSession(session);
    },
  });
}

/** @param uws the native module. */
export const listenWithUws =
  (uws: Uws): Listen =>
  (desk, host, port) => {
    uws._cfg("silent");
    const app = uws.App() as App;
    serveWebSockets(uws, app, desk);
    app.any("/*", (response, request) => answerHttp(desk, response, request));
    return new Promise((resolve) => {
      app.listen(host, port, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, (token) => {
        resolve(token === false ? undefined : listening(uws, app, token));
      });
    });
  };

function listening(uws: Uws, app: App, token: us_listen_socket): Listening {
  let isAccepting = true;
  return {
    port: uws.us_socket_local_port(token),
    stopAccepting() {
      if (isAccepting) uws.us_listen_socket_close(token);
      isAccepting = false;
    },
    async destroy() {
      // What was just answered leaves in the next turn of the loop; closing now would drop it.
      await new Promise(setImmediate);
      app.close();
    },
  };
}
