/** Declares what the RPC service needs of compute threads, which `apps/node` starts. */
import type { ComputeCounts } from "@tandem/runtime/threads";
import type { SharedAnswer } from "./shared-answers.js";

/** A request as it goes to another thread: decoded there, and a copy of it. */
export interface ComputeRequest {
  /** Any name of the method. */
  readonly method: string;
  readonly params: readonly unknown[];
}

/** An answer as it comes from another thread. */
export type ComputeAnswer =
  /** JSON text; `ms` is how long the thread had it. */
  | { readonly kind: "text"; readonly text: string; readonly ms: number }
  /** JSON as UTF-8, for large results: in memory that both threads see, or in memory that is handed over. */
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

/** Hands requests to compute threads. */
export interface ComputePort {
  /**
   * Returns undefined if no thread can take the request now. Rejects with an AbortError once the signal is aborted,
   * or with a {Fault} `limit-exceeded` if the thread is lost.
   */
  run(request: ComputeRequest, signal: AbortSignal): Promise<ComputeAnswer> | undefined;
  /** Returns the number of requests of the thread that has the fewest; infinity if no thread can take one now. */
  leastLoad(): number;
  counts(): ComputeCounts;
}

/** Thrown in a compute thread by what only the main thread can do: the main thread then answers the request. */
export class NeedsWriter extends Error {}
