/** A turn for others while something long goes on for a client. */
import { nextTurn } from "@tandem/runtime";

/** @throws the signal's reason once nobody waits any more. */
export async function giveTurn(signal: AbortSignal): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}
