/** Yields during long work for one client. */
import { type Cancellation, nextSlice, throwIfCancelled } from "@tandem/runtime";

/** Yields to the event loop. @throws an AbortError once the work is cancelled. */
export async function nextSliceUnlessAborted(cancellation: Cancellation): Promise<void> {
  await nextSlice();
  throwIfCancelled(cancellation);
}
