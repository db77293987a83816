/**
 * Implements the client over one WebSocket: calls, batches and subscriptions. When the connection is
 * lost, calls in progress fail, since their outcome is unknown; calls that were not sent wait; and
 * active subscriptions are renewed on the next connection.
 */
import { RpcError } from "../contract/errors.js";
import { type Client, createClient } from "./batch.js";
import { Connection } from "./connection.js";
import type { ClientOptions } from "./http.js";
import { type ClientLimits, defaultClientLimits } from "./limits.js";
import { ConnectionError, type JsonRpcResponse, type Request, readResponse } from "./response.js";
import {
  type ActiveSubscription,
  isNotification,
  type SubscribeOptions,
  SubscriptionSet,
  type SubscriptionType,
} from "./subscriptions.js";

export interface WebSocketClient extends Client {
  /** Resolves when the node has accepted the subscription. */
  subscribe<T extends SubscriptionType>(options: SubscribeOptions<T>): Promise<ActiveSubscription>;
  /** Closes the client permanently. Calls in progress fail. */
  close(): void;
}

/**
 * Connects at once; earlier calls wait for the connection.
 * @param url `ws://host:port`, with the API key as its path if the node requires one.
 * @throws {TypeError} for an invalid URL.
 */
export function webSocketClient(url: string, options: ClientOptions = {}): WebSocketClient {
  const socket = new RpcSocket(url, { ...defaultClientLimits, ...options.limits });
  return {
    ...createClient((requests) => socket.carry(requests)),
    subscribe: (wanted) => socket.subscriptions.add(wanted),
    close: () => socket.close(),
  };
}

interface Waiting {
  readonly done: (answer: JsonRpcResponse | ConnectionError) => void;
  readonly timer: NodeJS.Timeout;
}

interface Unsent {
  readonly ids: readonly number[];
  readonly text: string;
}

class RpcSocket {
  readonly subscriptions: SubscriptionSet;
  readonly #limits: ClientLimits;
  readonly #connection: Connection;
  readonly #waiting = new Map<number, Waiting>();
  /** Messages that wait for a connection. */
  #unsent: Unsent[] = [];
  #end: ConnectionError | undefined;
  #quiet: NodeJS.Timeout | undefined;
  /** Ids of the client's own requests, separate from those of calls. */
  #lastId = 0;

  constructor(url: string, limits: ClientLimits) {
    this.#limits = limits;
    this.subscriptions = new SubscriptionSet(
      (method, params, done) => this.#ask(method, params, done),
      (why) => this.#connection.drop(why),
    );
    this.#connection = new Connection(url, limits, {
      opened: () => this.#opened(),
      received: (text) => this.#received(text),
      lost: (error) => this.#lost(error),
      ended: (error) => this.#ended(error),
    });
  }

  carry(requests: readonly Request[]): Promise<readonly JsonRpcResponse[]> {
    const max = this.#limits.callsMax;
    if (this.#waiting.size + requests.length > max) {
      const message = `limit exceeded: at most ${max} calls may wait for an answer`;
      return Promise.reject(new RpcError("limit", message, { limit: "client-calls", max }));
    }
    const answers = requests.map(
      ({ id }) =>
        new Promise<JsonRpcResponse>((resolve, reject) => {
          this.#expect(id, (answer) =>
            answer instanceof ConnectionError ? reject(answer) : resolve(answer),
          );
        }),
    );
    this.#dispatch(requests);
    return Promise.all(answers);
  }

  close(): void {
    this.#connection.close();
  }

  /** Sends a request of the client itself. Its answer is handled before the next message is read. */
  #ask(
    method: string,
    params: readonly unknown[],
    done: (answer: JsonRpcResponse | ConnectionError) => void,
  ): void {
    this.#lastId -= 1;
    const request: Request = { jsonrpc: "2.0", id: this.#lastId, method, params };
    this.#expect(request.id, done);
    this.#dispatch([request]);
  }

  #expect(id: number, done: Waiting["done"]): void {
    const { answerMs } = this.#limits;
    const timer = setTimeout(() => {
      this.#settle(id, new ConnectionError(`no answer within ${answerMs} ms`));
      // A node may be unreachable for days.
      this.#unsent = this.#unsent.filter(({ ids }) => ids.some((one) => this.#waiting.has(one)));
    }, answerMs);
    this.#waiting.set(id, { done, timer });
  }

  #dispatch(requests: readonly Request[]): void {
    const [first] = requests;
    if (first === undefined) return;
    if (this.#end !== undefined) {
      for (const { id } of requests) this.#settle(id, this.#end);
      return;
    }
    const text = JSON.stringify(requests.length === 1 ? first : requests);
    if (this.#connection.isOpen) this.#connection.send(text);
    else this.#unsent.push({ ids: requests.map(({ id }) => id), text });
  }

  #settle(id: number, answer: JsonRpcResponse | ConnectionError): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    waiting.done(answer);
  }

  #opened(): void {
    this.#listenForSilence();
    this.subscriptions.renew();
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const { ids, text } of unsent) {
      // A call that was aborted while it waited is not sent.
      if (ids.some((id) => this.#waiting.has(id))) this.#connection.send(text);
    }
  }

  #received(text: string): void {
    this.#listenForSilence();
    try {
      const message: unknown = JSON.parse(text);
      if (isNotification(message)) this.subscriptions.notify(message);
      else for (const one of [message].flat()) this.#answered(readResponse(one));
    } catch (error) {
      if (!(error instanceof ConnectionError) && !(error instanceof SyntaxError)) throw error;
      this.#connection.drop("the node does not answer with JSON-RPC");
    }
  }

  /** Handles an answer. An answer without an id matches no request, so every pending request gets it. */
  #answered(answer: JsonRpcResponse): void {
    const ids = answer.id === undefined ? [...this.#waiting.keys()] : [answer.id];
    for (const id of ids) this.#settle(id, answer);
  }

  /** Detects a dead connection, which may not report its end. */
  #listenForSilence(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#ask("net_listening", [], (answer) => {
        if (answer instanceof ConnectionError) this.#connection.drop("the node stopped answering");
      });
    }, this.#limits.quietMs);
    this.#quiet.unref?.();
  }

  #lost(error: ConnectionError): void {
    clearTimeout(this.#quiet);
    this.subscriptions.interrupt();
    const unsent = new Set(this.#unsent.flatMap(({ ids }) => ids));
    for (const id of [...this.#waiting.keys()]) if (!unsent.has(id)) this.#settle(id, error);
  }

  #ended(error: ConnectionError): void {
    this.#end = error;
    clearTimeout(this.#quiet);
    for (const id of [...this.#waiting.keys()]) this.#settle(id, error);
    this.subscriptions.end(error);
  }
}
