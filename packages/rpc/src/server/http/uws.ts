/**
 * Implements the transport with uWebSockets.js. Accessing a closed response or socket ends the
 * process, so that every write checks for it.
 */
import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_listen_socket,
  WebSocket,
} from "uWebSockets.js";
import { type Client, noClient } from "../../access/client.js";
import { isLarge } from "../request/decode.js";
import { Descriptors } from "../sockets/descriptors.js";
import type { Session } from "../sockets/session.js";
import type { Fragment, Socket } from "../sockets/socket-line.js";
import { TurnCount } from "../sockets/turn-count.js";
import { Body, type BodyOutcome } from "./body.js";
import { isPost, type Post } from "./http.js";
import type { HttpAnswer } from "./http-answers.js";
import { deliver, type Listen, type Listening, type TransportHandler } from "./transport.js";
import { UwsExchange } from "./uws-exchange.js";
import { UwsHead } from "./uws-head.js";

/** The native module, with members that its declarations omit. */
export type Uws = typeof import("uWebSockets.js") & {
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
};
type OnListening = (token: us_listen_socket | false) => void;
type App = TemplatedApp & {
  listen(host: string, port: number, options: number, onListening: OnListening): App;
  close(): void;
};

/** The default of the native module, LIBUS_LISTEN_DEFAULT, has no name in it. */
const sharedPort = 0;

const bufferOf = (chunk: ArrayBuffer) => Buffer.from(chunk);

/** Reads the body of a request and passes on its text, synchronously if there is only one chunk. */
function readBody(
  handler: TransportHandler,
  exchange: UwsExchange,
  post: Post,
  outcome: BodyOutcome,
): void {
  let body: Body | undefined;
  const pieces = new TurnCount(handler.limits.turnPiecesMax);
  exchange.onData((chunk, isLast) => {
    const bytes = bufferOf(chunk);
    if (isLast && body === undefined && !isLarge(bytes) && bytes.length <= post.bodyBytesMax) {
      outcome.onText(bytes.toString());
      return;
    }
    if (pieces.isOver()) exchange.rest();
    // The memory of a chunk is only valid during this call.
    body ??= exchange.keepBody(new Body(post, handler.bodiesBytes, outcome, true));
    body.take(bytes, isLast);
  });
}

function answerHttp(
  handler: TransportHandler,
  answers: TurnCount,
  response: HttpResponse,
  request: HttpRequest,
): void {
  const exchange = new UwsExchange(response, handler, answers);
  const head = new UwsHead(exchange, request, handler.limits.headerBytesMax);
  if (head.closes) exchange.closeAfterwards(head.firstConnection);
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
  /** Is undefined once the session is open, since it references the whole head of the upgrade. */
  client: Client | undefined;
  session: Session | undefined;
}
type Connection = WebSocket<Attachment>;

/** The result of `send` if nothing waits. */
const sentWhole = 1;

/** Is a class because thousands may be open: an object of functions would be five objects each. */
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

/** Returns the first of the subprotocols that a client offers; the server may select one. */
const firstOf = (list: string) => list.split(",", 1)[0]?.trim() ?? "";

function serveWebSockets(uws: Uws, app: App, handler: TransportHandler, answers: TurnCount): void {
  app.ws<Attachment>("/*", {
    maxPayloadLength: handler.limits.messageBytesMax,
    // The session limits waiting bytes: the limit of uWebSockets.js drops messages silently.
    maxBackpressure: 0,
    idleTimeout: handler.limits.socketIdleSeconds,
    sendPingsAutomatically: true,
    compression: uws.DISABLED,
    upgrade(response, request, context) {
      const exchange = new UwsExchange(response, handler, answers);
      // The client outlives the response, which is invalid once the socket is a WebSocket.
      exchange.remoteAddress();
      const head = new UwsHead(exchange, request, handler.limits.headerBytesMax);
      const admission = handler.admit(head);
      if (admission.refusal !== undefined) {
        if (head.closes) exchange.closeAfterwards(head.firstConnection);
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
      connection.getUserData().session?.receive(bufferOf(message));
    },
    ping(connection) {
      connection.getUserData().session?.pinged();
    },
    pong(connection) {
      connection.getUserData().session?.pinged();
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

/**
 * Returns the function that starts listening.
 * @param uws the native module.
 */
export const listenWithUws =
  (uws: Uws): Listen =>
  (handler, { host, port, isShared }) => {
    uws._cfg("silent");
    const app = uws.App() as App;
    const answers = new TurnCount(handler.limits.turnAnswersMax);
    serveWebSockets(uws, app, handler, answers);
    app.any("/*", (response, request) => answerHttp(handler, answers, response, request));
    return new Promise((resolve) => {
      const options = isShared ? sharedPort : uws.LIBUS_LISTEN_EXCLUSIVE_PORT;
      const listen = (chosen: number, onListening: OnListening) =>
        void app.listen(host, chosen, options, onListening);
      listen(port, (token) => {
        resolve(
          token === false
            ? undefined
            : listening({ uws, app, handler, listen, isFixed: port !== 0 }, token),
        );
      });
    });
  };

interface ListeningParts {
  readonly uws: Uws;
  readonly app: App;
  readonly handler: TransportHandler;
  readonly listen: (port: number, onListening: OnListening) => void;
  /** Whether the port was given, not chosen by the system. */
  readonly isFixed: boolean;
}

function listening(parts: ListeningParts, first: us_listen_socket): Listening {
  const { uws, app, handler, listen, isFixed } = parts;
  const port = uws.us_socket_local_port(first);
  let accepting: us_listen_socket | undefined = first;
  const stop = () => {
    if (accepting !== undefined) uws.us_listen_socket_close(accepting);
    accepting = undefined;
  };
  const watch = (isScarce: boolean) => {
    if (isScarce) stop();
    else if (accepting === undefined) {
      listen(port, (token) => {
        // If another process has the port now, it is tried again after the next interval.
        accepting = token === false ? undefined : token;
      });
    }
  };
  // A port that the system chose cannot be listened on again while there are connections to it.
  const endWatch = isFixed ? new Descriptors(handler).watch(watch) : () => {};
  return {
    port,
    stopAccepting() {
      endWatch();
      stop();
    },
    async destroy() {
      // The last answers leave in the next turn of the event loop; closing now would drop them.
      await new Promise(setImmediate);
      app.close();
    },
  };
}
