/** Defines a handler: its types follow from the declaration of its method. */
import type { BlockHash, Hash32, LogFilter, TxHash } from "@tandem/primitives";
import type { Client } from "../access/client.js";
import type { ShareHolder } from "../access/share-holder.js";
import type { Backend } from "../backend/backend.js";
import type { LogQuery } from "../backend/chain-api.js";
import type { ErrorForm } from "../contract/answer-form.js";
import type { SubscriptionType } from "../contract/eth/subscribe.js";
import type { Method, ParamsOf, ResultOf } from "../contract/method.js";
import type { JsonBytes, JsonText } from "../written-json.js";

/** A connection that can send notifications. */
export interface SubscriptionSelection {
  /** The criteria of logs; undefined for all of them, and for other types. */
  readonly filter?: LogFilter | undefined;
  /** The transactions whose receipts are sent; undefined for all of them, and for other types. */
  readonly transactionHashes?: readonly Hash32[] | undefined;
  /** Whether whole transactions are sent instead of their hashes. */
  readonly isFull?: boolean;
}

export interface Subscriber {
  /**
   * Starts a subscription after the answer to this call was sent, and returns its id.
   * @throws {Fault} `limit-exceeded`.
   */
  subscribe(call: Call, type: SubscriptionType, selection: SubscriptionSelection): string;
  /** Ends a subscription. Returns whether it existed. */
  unsubscribe(id: string): boolean;
}

/** The entries that a filter begins with, which are those up to a head. */
export interface FilterBeginning {
  /** Their JSON text, joined by commas. */
  readonly text: string;
  readonly head: BlockHash;
}

/** The kind of entries that a filter collects. */
export type FilterSubject =
  | {
      readonly kind: "logs";
      readonly query: LogQuery;
      /** The logs that the filter begins with; none by default. */
      readonly first?: FilterBeginning | undefined;
    }
  | {
      readonly kind: "blocks";
      /** The entry that the filter begins with. */
      readonly first?: BlockHash | undefined;
    }
  | { readonly kind: "pendingTransactions" };

/** The registry of all filters of the server. */
export interface FilterRegistry {
  /**
   * Creates a filter and returns its id.
   * @throws {Fault} `limit-exceeded`.
   */
  add(subject: FilterSubject, client: Client): string;
  /** Returns the type of the entries that a filter collects; undefined if there is no filter with this id. */
  typeOf(id: string): SubscriptionType | undefined;
  /**
   * Returns the query of a log filter; undefined for other types.
   * @throws {RpcError} -32000 if there is no filter with this id.
   */
  queryOf(id: string): LogQuery | undefined;
  /**
   * Returns the entries since the last poll as JSON text.
   * @throws {RpcError} as `queryOf` does.
   * @throws {Fault} `limit-exceeded`.
   */
  changes(id: string): string | Promise<string>;
  /** Removes a filter. Returns whether it existed. */
  remove(id: string): boolean;
}

/** One request or batch in progress. */
export interface Call {
  /** Is aborted when the answer is no longer needed. */
  readonly signal: AbortSignal;
  /** Has the same value as `signal.aborted`, but creates no signal. */
  readonly isAborted: boolean;
  /** The client that sent the request. */
  readonly client: Client;
  /** The delay for the client if the request was refused for its rate. */
  retryAfterSeconds: number | undefined;
  /** The transactions of a batch that are confirmed together before it is answered; undefined for a single request. */
  unconfirmed: TxHash[] | undefined;
  /** Is undefined over HTTP. */
  readonly subscriber: Subscriber | undefined;
  /** The maximum length of an answer, in characters of JSON. */
  readonly answerCharactersMax: number;
  /** Counts the bytes of the answer that is not finished. */
  readonly held: ShareHolder;
  /** The node in whose form the request is answered. */
  errorForm: ErrorForm;
  /** The span of the client's trace that the request belongs to, by W3C's Trace Context. */
  readonly traceparent?: string | undefined;
  /** Runs `action` right after the answer was passed to the socket. */
  afterAnswer(action: () => void): void;
}

/** Is a value that the writer of the method writes, or JSON that is written already. */
export type HandlerResult<M extends Method> = ResultOf<M> | JsonText | JsonBytes;

/** The promise of a handler whose method always has the result null. */
type End<M extends Method> = [ResultOf<M>] extends [undefined] ? Promise<void> : never;

/** A handler returns a promise only if it must wait. */
export type Handler<M extends Method> = (
  node: Backend,
  params: ParamsOf<M>,
  call: Call,
  filters: FilterRegistry,
) => HandlerResult<M> | Promise<HandlerResult<M>> | End<M>;

/** A handler with a preparation step. */
export interface PreparedHandler<M extends Method> {
  readonly handle: Handler<M>;
  /**
   * Begins work for several entries of a batch before the first of them is handled. The handler
   * gets the same parameter objects. The step may be omitted, and entries may fail before they are
   * handled.
   */
  prepare(node: Backend, entries: readonly ParamsOf<M>[]): void;
}

/** The handlers of the methods that a module of the contract exports, under the same exported names. */
export type HandlersOf<Module extends Readonly<Record<string, Method>>> = {
  readonly [Exported in keyof Module]:
    | Handler<Module[Exported]>
    | PreparedHandler<Module[Exported]>;
};

/** A handler whose method is not known statically. Its parameters come from the decoder of that method. */
export type AnyHandler = (
  node: Backend,
  params: never,
  call: Call,
  filters: FilterRegistry,
) => unknown;

/** A handler with its preparation step whose method is not known statically. */
export interface AnyPreparedHandler {
  readonly handle: AnyHandler;
  prepare?(node: Backend, entries: readonly never[]): void;
}
