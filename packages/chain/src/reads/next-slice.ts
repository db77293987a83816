/** Yields during long work for one client. */
import { nextSlice } from "@tandem/runtime";

/** @throws the signal's reason once nobody waits any more. */
export async function nextSliceUnlessAborted(signal: AbortSignal): Promise<void> {
  await nextSlice();
  signal.throwIfAborted();
}
