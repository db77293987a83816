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
import type { HttpAnswer, HttpHead } from "./http.js";
import type { Session, Socket } from "./session.js";
import { type Desk, deliver, type Listen, type Listening } from "./transport.js";
import { UwsExchange } from "./uws-exchange.js";

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
  const exchange = new UwsExchange(response, desk, call);
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
