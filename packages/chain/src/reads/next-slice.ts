/** Yields during long work for one client. */
import { nextSlice } from "@tandem/runtime";

/** Yields to the event loop. @throws the signal's reason once it is aborted. */
export async function nextSliceUnlessAborted(signal: AbortSignal): Promise<void> {
  await nextSlice();
  signal.throwIfAborted();
}
