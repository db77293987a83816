/** Implements JSON-RPC over one WebSocket, with its subscriptions as queues that can be awaited. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { within } from "./eventually.js";
import { type Promised, promised } from "./promised.js";
import type { RpcAnswer } from "./rpc.js";

interface Notification {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: { readonly subscription: string; readonly result: unknown };
}

/** The received notifications of one subscription, oldest first. */
export class Inbox<T> {
  readonly received: T[] = [];
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  push(item: T): void {
    this.received.push(item);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Returns the oldest unread one. @throws {Error} if none arrives in time. */
  async next(): Promise<T> {
    await this.count(this.#taken + 1);
    return this.received[this.#taken++] as T;
  }

  /**
   * Returns everything received, once there are at least `count`. @throws {Error} if there are
   * fewer in time.
   */
  async count(count: number): Promise<readonly T[]> {
    const enough = async () => {
      while (this.received.length < count) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    };
    await within(`notification ${count}`, enough());
    return this.received;
  }
}

export class JsonSocket {
  readonly socket: WebSocket;
  /** All notifications as received. */
  readonly envelopes: Notification[] = [];
  readonly #answers = new Map<unknown, Promised<RpcAnswer>>();
  readonly #inboxes = new Map<string, Inbox<unknown>>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (text) => this.#receive(JSON.parse(String(text))));
    socket.on("error", () => {});
    socket.on("close", () => {
      for (const { reject } of this.#answers.values()) reject(new Error("the socket closed"));
    });
  }

  /** @param localAddress the local address, such as 127.0.0.2; the default one if omitted. */
  static async open(url: string, localAddress?: string): Promise<JsonSocket> {
    const socket = new WebSocket(url, { perMessageDeflate: false, localAddress });
    await within("WebSocket connection", once(socket, "open"));
    return new JsonSocket(socket);
  }

  /** Returns the complete answer, error or not. */
  ask(method: string, params: readonly unknown[] = []): Promise<RpcAnswer> {
    const id = this.#nextId++;
    const answer = promised<RpcAnswer>();
    this.#answers.set(id, answer);
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return within(`answer to ${method}`, answer.promise);
  }

  /** Returns the result. @throws {Error} if the answer is an error. */
  async call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result as T;
  }

  async subscribe<T>(
    ...params: readonly unknown[]
  ): Promise<{ readonly id: string; readonly inbox: Inbox<T> }> {
    const id = await this.call<string>("eth_subscribe", params);
    return { id, inbox: this.#inboxOf(id) as Inbox<T> };
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.socket, "close");
    this.socket.close();
    await within("end of the WebSocket", closed);
  }

  /** A notification may arrive before the answer with its subscription's id. */
  #inboxOf(id: string): Inbox<unknown> {
    const inbox = this.#inboxes.get(id) ?? new Inbox<unknown>();
    this.#inboxes.set(id, inbox);
    return inbox;
  }

  #receive(message: RpcAnswer | Notification): void {
    if ("params" in message) {
      this.envelopes.push(message);
      this.#inboxOf(message.params.subscription).push(message.params.result);
      return;
    }
    const answer = this.#answers.get(message.id);
    this.#answers.delete(message.id);
    answer?.resolve(message);
  }
}
