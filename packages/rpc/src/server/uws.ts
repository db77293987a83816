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
import { type Client, noClient } from "./client.js";
import { isPost } from "./http.js";
import type { HttpAnswer } from "./http-answers.js";
import type { Session, Socket } from "./session.js";
import { type Desk, deliver, type Listen, type Listening } from "./transport.js";
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
  const exchange = new UwsExchange(response, desk);
  const head = new UwsHead(exchange, request);
  if (asksToClose(head.connection)) exchange.closeAfterwards(head.connection);
  const begun = desk.http.begin(head);
  const finish = (answer: HttpAnswer) => exchange.answer(answer);
  if (!isPost(begun)) {
    exchange.open(noClient);
    deliver(begun, finish);
    return;
  }
  const call = exchange.open(begun.client);
  const onBody = (body: string) => deliver(begun.finish(body, call), finish);
  readBody(response, begun.bodyBytesMax, onBody, () => deliver(begun.tooLarge(), finish));
}

interface Attachment {
  readonly client: Client;
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
      const exchange = new UwsExchange(response, desk);
      // The client outlives the response, which is gone once the socket is a WebSocket.
      exchange.remoteAddress();
      const admission = desk.admit(new UwsHead(exchange, request));
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
      attachment.session = desk.openSession(new UwsSocket(connection), attachment.client);
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
