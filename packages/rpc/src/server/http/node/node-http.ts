/**
 * Implements the transport with Node's own HTTP server, `ws` and `post-connection.ts`, for machines without a binary of
 * uWebSockets.js. The fallback of that package can neither refuse an upgrade nor serve an unknown
 * path, and a malformed frame ends its process, so it is not used.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket as NetSocket } from "node:net";
import type { Duplex } from "node:stream";
import {
  mustRefuseUpgrades,
  parseInPieces,
  refuseStream,
  serveWithoutUpgrade,
} from "@tandem/runtime";
import { WebSocket, WebSocketServer } from "ws";
import { type Client, noClient } from "../../../access/client.js";
import { unfinishedShare } from "../../../access/shares.js";
import type { Session } from "../../sockets/session.js";
import type { Socket } from "../../sockets/socket-line.js";
import { Body } from "../body.js";
import { asksToClose } from "../connection-header.js";
import { isPost, overLimit } from "../http.js";
import { type HttpAnswer, notAllowed } from "../http-answers.js";
import type { HttpHead } from "../http-head.js";
import { deliver, type Listen, type Listening, type TransportHandler } from "../transport.js";
import { ConnectionLimits } from "./connection-limits.js";
import { onExchangeEnd } from "./exchange-end.js";
import { opensWebSocket } from "./other-upgrade.js";
import { PostConnection } from "./post-connection.js";
import { headerOf, headOf, upgradeHeadOf } from "./request-head.js";
import { afterAnswers, beginInOrder } from "./request-queue.js";
import { cutUnread, sendAnswer } from "./send-answer.js";
import { limitUnfinished } from "./unfinished-message.js";
import { onUnreadable } from "./unreadable.js";

const emptyBuffer = Buffer.alloc(0);

/** The connections that close after an answer. */
const closing = new WeakSet<Duplex>();

function answerHttp(
  handler: TransportHandler,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // A request after the last one must not be processed (RFC 9112, section 9.6), but Node's parser has read it.
  if (closing.has(request.socket) || request.socket.destroyed) return;
  const head = headOf(request);
  // Node's parser does not recognize some forms of `close`.
  if (head.fault !== undefined || asksToClose(headerOf(request, "connection"))) {
    response.shouldKeepAlive = false;
    closing.add(request.socket);
  }
  const max = handler.limits.pipelinedRequestsMax;
  beginInOrder(response, max, () => beginHttp(handler, head, request, response));
}

function beginHttp(
  handler: TransportHandler,
  head: HttpHead,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const begun = handler.http.begin(head);
  const client = isPost(begun) ? begun.client : noClient;
  const call = handler.openCall(client);
  const finish = (answer: HttpAnswer) => sendAnswer(handler, response, client, answer);
  // The time of an answer that is sent also counts for the next one of the connection, which may take longer to make.
  response.on("timeout", (socket: Duplex) => cutUnread(handler, socket));
  onExchangeEnd(response, () => {
    if (!response.writableFinished) call.abort();
    handler.closeCall(call);
  });
  if (!isPost(begun)) {
    // The body is read and dropped: a client that is still sending must be able to read its answer.
    request.resume();
    deliver(begun, finish);
    return;
  }
  const body = new Body(begun, handler.bodiesBytes, {
    onText: (text) => deliver(begun.finish(text, call), finish),
    onRefused: (answer) => deliver(answer, finish),
  });
  request.on("data", (chunk: Buffer) => body.take(chunk, false));
  request.on("end", () => body.take(emptyBuffer, true));
  onExchangeEnd(response, () => body.close());
}

function socketOf(connection: WebSocket, drained: () => void): Socket {
  const hasSent = () => connection.bufferedAmount === 0;
  const onSent = () => {
    if (hasSent()) drained();
  };
  return {
    send(text) {
      connection.send(text, onSent);
      return hasSent();
    },
    sendFragment(bytes, place) {
      connection.send(bytes, { binary: false, fin: place === "last" }, drained);
      return hasSent();
    },
    waitingBytes: () => connection.bufferedAmount,
    cork: (send) => send(),
    end: (code, reason) => connection.close(code, reason),
    destroy: () => connection.terminate(),
  };
}

function serveConnection(
  handler: TransportHandler,
  connection: WebSocket,
  client: Client,
  finish: () => void,
): void {
  const drained = () => session.drained();
  const session: Session = handler.openSession(socketOf(connection, drained), client);
  connection.on("message", (message: Buffer) => {
    finish();
    session.receive(message);
  });
  connection.on("ping", () => session.pinged()).on("pong", () => session.pinged());
  connection.on("close", () => handler.closeSession(session));
  // After a malformed frame `ws` closes the connection, and `close` follows.
  connection.on("error", () => {});
}

/** Begins what follows the requests of a connection from which Node has detached its parser, unless the last one closes it. */
function afterLastAnswers(handler: TransportHandler, stream: Duplex, begin: () => void): void {
  // Node passes this to the response under way only until then.
  const onTimeout = () => cutUnread(handler, stream);
  stream.on("timeout", onTimeout);
  afterAnswers(stream, () => {
    stream.off("timeout", onTimeout);
    if (!closing.has(stream)) begin();
  });
}

/** @param serve answers the requests of a connection. */
function serveWebSockets(
  server: Server,
  handler: TransportHandler,
  serve: (socket: Duplex) => void,
): WebSocketServer {
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: handler.limits.messageBytesMax,
    perMessageDeflate: false,
  });
  const unfinished = unfinishedShare(handler.limits);
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!opensWebSocket(request)) {
      serveWithoutUpgrade(serve, request, stream, head);
      return;
    }
    const admission = handler.admit(upgradeHeadOf(request));
    if (admission.refusal !== undefined) {
      refuseStream(stream, admission.refusal);
      return;
    }
    webSockets.handleUpgrade(request, stream, head, (connection) => {
      const { client } = admission;
      const finish = limitUnfinished(connection, stream, unfinished, client);
      serveConnection(handler, connection, client, finish);
    });
  };
  server.on("upgrade", (request, stream, head) =>
    afterLastAnswers(handler, stream, () => upgrade(request, stream, head)),
  );
  // Without a listener, Node closes the connection, before the answers to earlier requests are sent.
  server.on("connect", (_, stream) =>
    afterLastAnswers(handler, stream, () => refuseStream(stream, notAllowed)),
  );
  return webSockets;
}

/** Closes connections that did not answer the previous ping. */
function watchIdle(webSockets: WebSocketServer, seconds: number): NodeJS.Timeout {
  const silent = new WeakSet<WebSocket>();
  const round = () => {
    for (const connection of webSockets.clients) {
      if (silent.has(connection)) {
        connection.terminate();
        continue;
      }
      silent.add(connection);
      connection.once("pong", () => silent.delete(connection));
      if (connection.readyState === WebSocket.OPEN) connection.ping();
    }
  };
  return setInterval(round, seconds * 1000).unref();
}

export const listenWithNode: Listen = (handler, { host, port, isShared }) => {
  const { headerBytesMax, headMsMax, keepAliveMs, requestMsMax } = handler.limits;
  const timeouts = {
    headersTimeout: headMsMax,
    keepAliveTimeout: keepAliveMs,
    requestTimeout: requestMsMax,
    connectionsCheckingInterval: Math.ceil(headMsMax / 10),
  };
  const options = {
    ...timeouts,
    maxHeaderSize: headerBytesMax,
    ...(mustRefuseUpgrades ? { shouldUpgradeCallback: opensWebSocket } : {}),
  };
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    answerHttp(handler, request, response);
  // An unknown expectation is ignored, as on the native server.
  const server = createServer(options, answer).on("checkExpectation", answer);
  server.on("clientError", onUnreadable);
  // Node limits the bytes of headers; of more than 2,000 it would drop some, such as the length of the body.
  server.maxHeadersCount = 0;
  const sockets = new Set<NetSocket>();
  const serve = servePosts(server, handler, sockets);
  const webSockets = serveWebSockets(server, handler, serve);
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen({ host, port, exclusive: true, reusePort: isShared }, () => {
      const timer = watchIdle(webSockets, handler.limits.socketIdleSeconds);
      resolve(listening(server, sockets, timer));
    });
  });
};

/**
 * Answers usual requests of each connection before Node's server sees it.
 * @param sockets receives those that are open.
 * @returns what serves a connection that is admitted.
 */
function servePosts(
  server: Server,
  handler: TransportHandler,
  sockets: Set<NetSocket>,
): (socket: Duplex) => void {
  const serveByNode = server.listeners("connection");
  server.removeAllListeners("connection");
  const handOver = (socket: NetSocket) => {
    for (const serve of serveByNode) serve.call(server, socket);
    parseInPieces(socket);
  };
  // Node declares the connection of an upgrade as any duplex stream.
  const serve = (socket: Duplex) => void new PostConnection(socket as NetSocket, handler, handOver);
  const limits = new ConnectionLimits(handler);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A connection with an error is closed, which is handled. Node's own listener ends when an upgrade arrives, which may
    // wait for the answers before it.
    socket.on("error", () => {});
    const exceeded = limits.admit(socket);
    if (exceeded === undefined) serve(socket);
    else refuseStream(socket, overLimit(exceeded));
  });
  return serve;
}

function listening(
  server: Server,
  sockets: ReadonlySet<NetSocket>,
  timer: NodeJS.Timeout,
): Listening {
  return {
    port: (server.address() as AddressInfo).port,
    stopAccepting: () => void server.close(),
    async destroy() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
