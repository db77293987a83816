/** Declares the interface to compute threads, which `apps/node` starts. */
import { Fault } from "@tandem/primitives";
import type { ComputeCounts } from "@tandem/runtime/threads";

/** A request for another thread, which gets a copy of it and decodes it. */
export interface ComputeRequest {
  /** Any name of the method. */
  readonly method: string;
  readonly params: readonly unknown[];
  /** The id of its client. */
  readonly clientId?: string;
}

/** An answer in memory that two threads share. */
export interface SharedAnswer {
  readonly memory: SharedArrayBuffer;
  /** The length in bytes. */
  readonly length: number;
}

/** An answer from another thread. */
export type ComputeAnswer =
  /** JSON text. `ms` is the time that the thread spent on it. */
  | { readonly kind: "text"; readonly text: string; readonly ms: number }
  /** JSON as UTF-8, for large results: in shared memory, or in memory that is transferred. */
  | { readonly kind: "shared"; readonly answer: SharedAnswer }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | {
      readonly kind: "error";
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
    }
  /** The request needs what only the main thread has, such as the pending block. */
  | { readonly kind: "writer" };

/** Passes requests to compute threads. */
export interface ComputePort {
  /**
   * Returns undefined if no thread can take the request now. Rejects with an AbortError once the
   * signal is aborted, or with a {Fault} `limit-exceeded` if the thread ended.
   */
  run(request: ComputeRequest, signal: AbortSignal): Promise<ComputeAnswer> | undefined;
  /**
   * Returns the number of requests of the least loaded thread, or infinity if no thread can take
   * one now.
   */
  leastLoad(): number;
  counts(): ComputeCounts;
}

/**
 * Thrown in a compute thread for an operation that only the main thread can do. The main thread
 * then answers the request.
 */
export class NeedsWriter extends Error {}

/** Returns the error of a request whose thread ended: it exceeded its time, or the thread's memory. */
export const computeThreadLost = (cause: unknown): Fault =>
  new Fault({ code: "limit-exceeded", limit: "compute-thread", max: 1 }, { cause });
