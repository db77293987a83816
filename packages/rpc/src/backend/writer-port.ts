/** Declares the interface of a thread that owns sockets to the main thread, which writes the chain. */
import type { JsonBytes, JsonText } from "../written-json.js";
import type { ComputeRequest } from "./compute-port.js";

/** Passes what this thread cannot answer to the main thread. */
export interface WriterPort {
  /**
   * Returns the result of a request that this thread has admitted.
   * @param signal ends the request when it is aborted.
   * @throws {RpcError} the error of the request.
   */
  ask(
    request: ComputeRequest,
    clientId: string,
    signal: AbortSignal,
    traceparent: string | undefined,
  ): Promise<JsonText | JsonBytes>;
  /**
   * Returns the answer to the text of a batch. The main thread admits its requests.
   * @param signal as for `ask`.
   */
  askBatch(
    text: string,
    clientId: string,
    signal: AbortSignal,
    traceparent: string | undefined,
  ): Promise<string | JsonBytes | undefined>;
  /**
   * Calls a function between the events that happened before and those that follow: a subscription
   * receives nothing that its client has already read.
   */
  afterEvents<T>(begin: () => T): Promise<T>;
}

/** The text of a request or of a batch from a thread that owns sockets. */
export interface PassedText {
  readonly text: string;
  readonly clientId: string;
  /** Whether the thread has checked the rate and the methods of the client's key. */
  readonly isAdmitted: boolean;
  /** The span of the client in W3C's Trace Context, if it sent one. */
  readonly traceparent: string | undefined;
}
