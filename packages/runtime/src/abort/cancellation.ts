/** Declares how long work learns that its result is no longer needed. */

import { onceFor } from "../caches/once-for.js";

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

/** Is aborted once one of the two is. It is a class since a call creates one: an object with a getter costs more. */
class EitherCancellation implements Cancellation {
  readonly #one: Cancellation;
  readonly #other: Cancellation;

  constructor(one: Cancellation, other: Cancellation) {
    this.#one = one;
    this.#other = other;
  }

  get isAborted(): boolean {
    return this.#one.isAborted || this.#other.isAborted;
  }
}

/** Returns what is aborted once one of the two is. */
export const cancelledByEither = (one: Cancellation, other: Cancellation): Cancellation =>
  new EitherCancellation(one, other);

/**
 * Returns the cancellation that an aborted signal is. It listens to the signal, once for all its users,
 * since a look at `aborted` takes longer than all other checks between two slices of a call.
 */
export const cancellationOf = onceFor((signal: AbortSignal): Cancellation => {
  const cancellation = { isAborted: signal.aborted };
  const abort = () => {
    cancellation.isAborted = true;
  };
  signal.addEventListener("abort", abort, { once: true });
  return cancellation;
});
