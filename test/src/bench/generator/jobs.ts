/** What the load generator can be asked to do, and what it tells of it. */

/** Requests over keep-alive connections, each waiting for its answer before it sends the next. */
export interface HttpJob {
  readonly kind: "http";
  readonly port: number;
  /** A list for each connection, sent in order. */
  readonly lists: readonly (readonly Uint8Array[])[];
  /** Begins a list again at its end. Otherwise all stop when the first list has ended. */
  readonly isRepeated: boolean;
  readonly isRefusalAllowed: boolean;
  /** Asks once more, a millisecond later, for what is not there yet. */
  readonly isNullAskedAgain: boolean;
  readonly durationMs: number;
}

/** Messages over WebSockets, a number of them under way on each at any time. */
export interface SocketJob {
  readonly kind: "socket";
  readonly port: number;
  readonly text: string;
  readonly connections: number;
  readonly underWay: number;
  readonly durationMs: number;
}

/** A request at a fixed pace, whatever becomes of those before it. */
export interface ProbeJob {
  readonly kind: "probe";
  readonly port: number;
  readonly request: Uint8Array;
  readonly everyMs: number;
  readonly durationMs: number;
}

/** WebSockets that stay open, each with what it asked for answered. */
export interface SubscribeJob {
  readonly kind: "subscribe";
  readonly port: number;
  readonly text: string;
  readonly count: number;
}

/** A request, after which each of the WebSockets is told something. */
export interface FanOutJob {
  readonly kind: "fan-out";
  readonly port: number;
  readonly request: Uint8Array;
}

export interface UnsubscribeJob {
  readonly kind: "unsubscribe";
  readonly port: number;
}

/** One long answer, taken a little at a time. */
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
  /** Requests that were answered. */
  readonly answers: number;
  /** Of each list, or connection, how many were. */
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
