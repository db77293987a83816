/**
 * Reopens a lost WebSocket, after a delay that doubles up to a limit, and a limited number of times in
 * a row.
 */

import type { ClientLimits } from "./limits.js";
import { ConnectionError } from "./response.js";

/** The common members of the global WebSocket and that of `ws`. */
interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}
/** The `readyState` of a WebSocket that is open. */
const openState = 1;
type SocketClass = new (url: string) => Socket;

async function socketClass(): Promise<SocketClass> {
  const { WebSocket } = globalThis as { readonly WebSocket?: SocketClass };
  return WebSocket ?? ((await import("ws")).WebSocket as unknown as SocketClass);
}

export interface ConnectionEvents {
  /** Called at every connection. */
  opened(): void;
  received(text: string): void;
  /** Called when a connection is lost: unanswered requests will not be answered. */
  lost(error: ConnectionError): void;
  /** Called once at the end: the client was closed, or the last attempt failed. */
  ended(error: ConnectionError): void;
}

export class Connection {
  readonly #url: string;
  readonly #limits: ClientLimits;
  readonly #events: ConnectionEvents;
  #socket: Socket | undefined;
  #isOpen = false;
  #hasEnded = false;
  /** Counts attempts to connect since the last message from the node. */
  #attempts = 0;
  #retry: NodeJS.Timeout | undefined;
  #connecting: NodeJS.Timeout | undefined;

  constructor(url: string, limits: ClientLimits, events: ConnectionEvents) {
    const { protocol, hash } = new URL(url);
    if (!/^wss?:$/.test(protocol) || hash !== "") {
      throw new TypeError("expected a ws: or wss: URL without a fragment");
    }
    this.#url = url;
    this.#limits = limits;
    this.#events = events;
    void this.#open();
  }

  /**
   * Returns whether the socket can send. A socket that is closing cannot, even before its close
   * event.
   */
  get isOpen(): boolean {
    return this.#isOpen && this.#socket?.readyState === openState;
  }

  /** Sends a text if the socket is open. A text that is lost with its socket is reported by `lost`. */
  send(text: string): void {
    if (this.isOpen) this.#socket?.send(text);
  }

  /** Closes this socket as if it had been lost. */
  drop(why: string): void {
    const socket = this.#socket;
    if (socket !== undefined) this.#gone(socket, why);
    socket?.close();
  }

  close(): void {
    this.#end(new ConnectionError("the client was closed"));
  }

  async #open(): Promise<void> {
    const Class = await socketClass();
    if (this.#hasEnded) return;
    const socket = new Class(this.#url);
    this.#socket = socket;
    const { connectMs } = this.#limits;
    this.#connecting = setTimeout(
      () => this.drop(`no connection within ${connectMs} ms`),
      connectMs,
    );
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#connecting);
      this.#isOpen = true;
      this.#events.opened();
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket !== socket) return;
      this.#attempts = 0;
      this.#events.received(String(data));
    });
    // The global WebSocket of Node 22 sends no close after an error in the handshake; others send both.
    const lost = () => this.#gone(socket, "the connection was lost");
    socket.addEventListener("error", lost);
    socket.addEventListener("close", lost);
  }

  #gone(socket: Socket, why: string): void {
    if (this.#socket !== socket || this.#hasEnded) return;
    this.#socket = undefined;
    this.#isOpen = false;
    clearTimeout(this.#connecting);
    const error = new ConnectionError(`${why}: ${this.#urlText()}`);
    this.#events.lost(error);
    const { retriesMax, retryFirstMs, retryLongestMs } = this.#limits;
    if (this.#attempts >= retriesMax) {
      this.#end(error);
      return;
    }
    const waitMs = Math.min(retryFirstMs * 2 ** this.#attempts, retryLongestMs);
    this.#attempts += 1;
    this.#retry = setTimeout(() => void this.#open(), waitMs);
  }

  /** Returns the URL without its path, which may contain a key. */
  #urlText(): string {
    const { protocol, host } = new URL(this.#url);
    return `${protocol}//${host}`;
  }

  #end(error: ConnectionError): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#isOpen = false;
    clearTimeout(this.#retry);
    clearTimeout(this.#connecting);
    this.#socket?.close();
    this.#events.ended(error);
  }
}
