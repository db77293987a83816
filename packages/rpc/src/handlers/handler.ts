/** What a handler is: the types follow from the declaration of its method. */
import type { LogFilter } from "@tandem/primitives";
import type { JsonBytes, JsonText } from "../contract/codec/writer.js";
import type { SubscriptionType } from "../contract/eth/subscribe.js";
import type { Method, ParamsOf, ResultOf } from "../contract/method.js";
import type { Backend, LogQuery } from "../server/backend/backend.js";
import type { Client } from "../server/clients/client.js";

/** A connection that notifications can be sent on. */
export interface Subscriber {
  /**
   * Begins a subscription once the answer to this call has been sent.
   * @returns its id. @throws {Fault} `limit-exceeded`.
   */
  subscribe(call: Call, type: SubscriptionType, filter: LogFilter | undefined): string;
  /** @returns whether there was a subscription with this id. */
  unsubscribe(id: string): boolean;
}

/** What a filter collects. */
export type FilterSubject =
  | { readonly kind: "logs"; readonly query: LogQuery }
  | { readonly kind: "blocks" }
  | { readonly kind: "pendingTransactions" };

/** The filters of the server, whoever made them. */
export interface FilterBook {
  /** @returns the filter's id. @throws {Fault} `limit-exceeded`. */
  add(subject: FilterSubject, client: Client): string;
  /**
   * Returns what a filter of logs looks for; undefined for one of another kind.
   * @throws {RpcError} -32000 when there is no filter with this id.
   */
  queryOf(id: string): LogQuery | undefined;
  /** JSON text of what came since the last time. @throws as above, {Fault} `limit-exceeded`. */
  changes(id: string): string | Promise<string>;
  /** @returns whether there was a filter with this id. */
  remove(id: string): boolean;
}

/** One request, or one batch, on its way to an answer. */
export interface Call {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The same, without a signal made for it. */
  readonly isAborted: boolean;
  /** The client that asks. */
  readonly client: Client;
  /** Set when the request was refused because its client makes too many a second. */
  retryAfterSeconds: number | undefined;
  /** Undefined over HTTP. */
  readonly subscriber: Subscriber | undefined;
  /** Longest answer, in characters of JSON. */
  readonly answerCharactersMax: number;
  /** Runs `action` right after the answer was handed to the socket. */
  afterAnswer(action: () => void): void;
}

type HandlerResult<M extends Method> = ResultOf<M> | JsonText | JsonBytes;

/** Handlers that can answer at once do, without a promise. */
export type Handler<M extends Method> = (
  node: Backend,
  params: ParamsOf<M>,
  call: Call,
  filters: FilterBook,
) => HandlerResult<M> | Promise<HandlerResult<M>>;

/** A handler for each method that a module of the contract exports, under the same exported name. */
export type HandlersOf<Module extends Readonly<Record<string, Method>>> = {
  readonly [Exported in keyof Module]: Handler<Module[Exported]>;
};

/** A handler whose method is not known statically. Its parameters come from the decoder of that method. */
export type AnyHandler = (node: Backend, params: never, call: Call, filters: FilterBook) => unknown;
