/** Defines the jobs of the load generator, and their results. */

/**
 * Sends requests over keep-alive connections, each of which waits for its answer before it sends
 * the next.
 */
export interface HttpJob {
  readonly kind: "http";
  readonly port: number;
  /** The list of each connection, sent in order. */
  readonly lists: readonly (readonly Uint8Array[])[];
  /** Repeats a list from its beginning. Otherwise all stop when the first list has ended. */
  readonly isRepeated: boolean;
  readonly isRefusalAllowed: boolean;
  /** Repeats a request with the result null a millisecond later. */
  readonly isNullAskedAgain: boolean;
  readonly durationMs: number;
}

/** Sends messages over WebSockets, with a fixed number of unanswered ones on each. */
export interface SocketJob {
  readonly kind: "socket";
  readonly port: number;
  readonly text: string;
  readonly connections: number;
  readonly underWay: number;
  readonly durationMs: number;
}

/** Sends requests at a fixed rate, without waiting for answers. */
export interface ProbeJob {
  readonly kind: "probe";
  readonly port: number;
  readonly request: Uint8Array;
  readonly everyMs: number;
  readonly durationMs: number;
}

/** Opens WebSockets that stay open, each after the answer to its request. */
export interface SubscribeJob {
  readonly kind: "subscribe";
  readonly port: number;
  readonly text: string;
  readonly count: number;
}

/** Sends a request that results in a message to each of the WebSockets. */
export interface FanOutJob {
  readonly kind: "fan-out";
  readonly port: number;
  readonly request: Uint8Array;
}

export interface UnsubscribeJob {
  readonly kind: "unsubscribe";
  readonly port: number;
}

/** Reads one long answer slowly. */
export interface SlowReadJob {
  readonly kind: "slow-read";
  readonly port: number;
  readonly request: Uint8Array;
  readonly pauseMs: number;
  readonly durationMs: number;
}

export type Job =
  | HttpJob
  | SocketJob
  | ProbeJob
  | SubscribeJob
  | FanOutJob
  | UnsubscribeJob
  | SlowReadJob;

export interface LoadResult {
  /** Number of answered requests. */
  readonly answers: number;
  /** The number of answered requests of each list or connection. */
  readonly answersEach: readonly number[];
  readonly elapsedMs: number;
  /** Milliseconds from a request to its answer. */
  readonly p50: number;
  readonly p99: number;
}

export const noLoad: LoadResult = { answers: 0, answersEach: [], elapsedMs: 0, p50: 0, p99: 0 };

export interface JobMessage {
  readonly id: number;
  readonly job: Job;
}

export type JobAnswer =
  | { readonly id: number; readonly result: LoadResult }
  | { readonly id: number; readonly error: string };
