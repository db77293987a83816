/** Declares how long work learns that its result is no longer needed. */

/** Is checked between two slices of work. A call of the RPC service is one. */
export interface Cancellation {
  readonly isAborted: boolean;
}

/** Creates the error with which cancelled work ends: the one that an aborted signal throws. */
export const cancelledError = (): DOMException =>
  new DOMException("the work was cancelled", "AbortError");

/** @throws an AbortError once the work is cancelled. */
export function throwIfCancelled(cancellation: Cancellation): void {
  if (cancellation.isAborted) throw cancelledError();
}

/** Returns the cancellation that an aborted signal is. */
export const cancellationOf = (signal: AbortSignal): Cancellation => ({
  get isAborted() {
    return signal.aborted;
  },
});
