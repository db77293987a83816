/**
 * The transport on uWebSockets.js. Its rule is hard: a response or socket that is gone must not be
 * touched, or the process dies. Every write is behind a check for that.
 */
import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  WebSocket,
} from "uWebSockets.js";
import { type Client, noClient } from "../clients/client.js";
import { isLarge } from "../dispatch/decode.js";
import type { Fragment } from "../socket-line.js";
import type { Session, Socket } from "../sockets/session.js";
import { deliver, type Listen, type Listening, type TransportHandler } from "../transport.js";
import { Body, type BodyOutcome, receiveMessage } from "./body.js";
import { isPost, type Post } from "./http.js";
import type { HttpAnswer } from "./http-answers.js";
import { UwsExchange } from "./uws-exchange.js";
import { asksToClose, UwsHead } from "./uws-head.js";

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

/** Reads the body of a request and hands on its text, at once where it is there in one chunk. */
function readBody(
  handler: TransportHandler,
  exchange: UwsExchange,
  post: Post,
  outcome: BodyOutcome,
): void {
  let body: Body | undefined;
  exchange.onData((chunk, isLast) => {
    const bytes = bufferOf(chunk);
    if (isLast && body === undefined && !isLarge(bytes) && bytes.length <= post.bodyBytesMax) {
      outcome.onText(bytes.toString());
      return;
    }
    body ??= exchange.keepBody(new Body(post, handler.bodiesBytes, outcome));
    // The memory behind a chunk is only ours during this call.
    body.take(Buffer.from(bytes), isLast);
  });
}

function answerHttp(handler: TransportHandler, response: HttpResponse, request: HttpRequest): void {
  const exchange = new UwsExchange(response, handler);
  const head = new UwsHead(exchange, request);
  if (asksToClose(head.connection)) exchange.closeAfterwards(head.connection);
  const begun = handler.http.begin(head);
  const finish = (answer: HttpAnswer) => exchange.answer(answer);
  if (!isPost(begun)) {
    exchange.open(noClient);
    deliver(begun, finish);
    return;
  }
  const call = exchange.open(begun.client);
  readBody(handler, exchange, begun, {
    onText: (text) => deliver(begun.finish(text, call), finish),
    onRefused: (answer) => deliver(answer, finish),
  });
}

interface Attachment {
  /** Undefined once the session is open: it holds the whole head of the upgrade. */
  client: Client | undefined;
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
  sendFragment(bytes: Uint8Array, place: Fragment): boolean {
    const connection = this.#connection;
    if (place === "first") connection.sendFirstFragment(bytes, false);
    else if (place === "middle") connection.sendFragment(bytes);
    else connection.sendLastFragment(bytes);
    return connection.getBufferedAmount() === 0;
  }
  waitingBytes(): number {
    return this.#connection.getBufferedAmount();
  }
  cork(send: () => void): void {
    this.#connection.cork(send);
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

function serveWebSockets(uws: Uws, app: App, handler: TransportHandler): void {
  app.ws<Attachment>("/*", {
    maxPayloadLength: handler.limits.messageBytesMax,
    // Ours is the limit on what may wait: theirs drops messages in silence.
    maxBackpressure: 0,
    idleTimeout: handler.limits.socketIdleSeconds,
    sendPingsAutomatically: true,
    compression: uws.DISABLED,
    upgrade(response, request, context) {
      const exchange = new UwsExchange(response, handler);
      // The client outlives the response, which is gone once the socket is a WebSocket.
      exchange.remoteAddress();
      const admission = handler.admit(new UwsHead(exchange, request));
      if (admission.refusal !== undefined) {
        exchange.open(noClient);
        exchange.answer(admission.refusal);
        return;
      }
      response.upgrade<Attachment>(
        { client: admission.client, session: undefined },
        request.getHeader("sec-websocket-key"),
        firstOf(request.getHeader("sec-websocket-protocol")),
        request.getHeader("sec-websocket-extensions"),
        context,
      );
    },
    open(connection) {
      const attachment = connection.getUserData();
      const { client = noClient } = attachment;
      attachment.client = undefined;
      attachment.session = handler.openSession(new UwsSocket(connection), client);
    },
    message(connection, message) {
      const { session } = connection.getUserData();
      if (session !== undefined) receiveMessage(session, handler.bodiesBytes, bufferOf(message));
    },
    drain(connection) {
      if (connection.getBufferedAmount() === 0) connection.getUserData().session?.drained();
    },
    close(connection) {
      const { session } = connection.getUserData();
      if (session !== undefined) handler.closeSession(session);
    },
  });
}

/** @param uws the native module. */
export const listenWithUws =
  (uws: Uws): Listen =>
  (handler, host, port) => {
    uws._cfg("silent");
    const app = uws.App() as App;
    serveWebSockets(uws, app, handler);
    app.any("/*", (response, request) => answerHttp(handler, response, request));
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
