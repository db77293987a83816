/**
 * Counts the requests of each connection that are not answered. Node's parser reads 64 KB at a time, which may be
 * thousands of requests, and Node keeps a connection for good whose client does not read its answers.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Refusal, refuseUnread } from "./refusal.js";

export interface ExchangesOptions {
  /** Requests of one connection that are not answered. */
  readonly max: number;
  /** Milliseconds in which a client may take nothing of its answers. */
  readonly unreadMs: number;
}

export class Exchanges {
  readonly #max: number;
  readonly #counts = new WeakMap<Socket, number>();
  /** The tasks that begin on connections when all their requests are answered. */
  readonly #next = new WeakMap<Socket, () => void>();
  /** The last request of each connection, whose body may be incomplete. */
  readonly #last = new WeakMap<Socket, IncomingMessage>();
  /** The connections that end after the answers to the requests that have begun. */
  readonly #ending = new WeakSet<Socket>();

  /** Closes the connections of a server whose clients do not read. */
  constructor(server: Server, { max, unreadMs }: ExchangesOptions) {
    this.#max = max;
    server.setTimeout(unreadMs, (socket) => this.#onIdle(socket));
  }

  /** Counts a request until it is answered. Closes its connection, and returns false, when too many are not. */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    if (socket.destroyed || this.#ending.has(socket)) return false;
    if (this.#of(socket) >= this.#max) {
      socket.destroy();
      return false;
    }
    this.#counts.set(socket, this.#of(socket) + 1);
    this.#last.set(
      socket,
      request.on("error", () => {}),
    );
    response.once("close", () => this.#end(socket));
    return true;
  }

  /**
   * Runs a task when all requests of a connection are answered. Node has detached its parser from it for an upgrade: it
   * has no timer and no listener for errors of Node's meanwhile, and nothing else begins on it.
   */
  afterAnswers(socket: Socket, task: () => void): void {
    if (this.#of(socket) === 0) return void task();
    const onIdle = () => this.#onIdle(socket);
    socket.on("timeout", onIdle);
    // A connection with an error is closed, and then not written to.
    socket.on("error", () => {});
    this.#next.set(socket, () => {
      socket.off("timeout", onIdle);
      // An answer may have been the last one.
      if (socket.writable) task();
    });
  }

  /**
   * Refuses the next request of a connection, or the last one if its body is incomplete, after the answers to those before
   * it, and closes the connection. May be called more than once.
   */
  endAfterAnswers(socket: Socket, refusal: Refusal): void {
    if (this.#ending.has(socket)) return;
    this.#ending.add(socket);
    const last = this.#last.get(socket);
    const isWithin = last?.complete === false;
    this.afterAnswers(socket, () =>
      isWithin ? socket.destroySoon() : refuseUnread(socket, refusal),
    );
    // Whoever reads the body answers the request.
    if (isWithin) last.emit("error", refusal);
  }

  #onIdle(socket: Socket): void {
    // Requests that have not arrived, the first one too, and answers that are not ready have limits of their own.
    if (this.#counts.get(socket) === 0 || socket.writableLength > 0) socket.destroy();
  }

  #end(socket: Socket): void {
    this.#counts.set(socket, this.#of(socket) - 1);
    if (this.#of(socket) > 0) return;
    const next = this.#next.get(socket);
    this.#next.delete(socket);
    next?.();
  }

  #of(socket: Socket): number {
    return this.#counts.get(socket) ?? 0;
  }
}
