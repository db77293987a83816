/** Reports answers that cannot be computed, and not that their clients disconnect, which also ends their streams. */
import type { TransportHandler } from "../transport.js";

/** Iterates over the pieces of an answer, and reports the error of one that cannot be computed. */
export function* reportedPieces(
  pieces: Iterable<Uint8Array>,
  handler: Pick<TransportHandler, "answerFailed">,
): Generator<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  const next = () => {
    try {
      return iterator.next();
    } catch (error) {
      handler.answerFailed(error);
      throw error;
    }
  };
  try {
    // A stream throws the error of a connection at `yield`.
    for (let one = next(); one.done !== true; one = next()) yield one.value;
  } finally {
    iterator.return?.();
  }
}
