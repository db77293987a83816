/** Writes large answers of Node's server, both of its own parser and of `PostConnection`. */
import type { Duplex, Writable } from "node:stream";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import type { TransportHandler } from "../transport.js";

/**
 * Writes the pieces of an answer, one at a time while the client reads. Reports an answer that cannot be computed, and
 * closes its connection: a client cannot use half an answer.
 * @param to the response, or the connection itself.
 * @returns whether all pieces are written: not if the connection has ended, which is not reported.
 */
export async function writePieces(
  to: Pick<Writable, "write">,
  socket: Pick<Duplex, "writable" | "destroy">,
  pieces: Iterable<string | Uint8Array>,
  handler: Pick<TransportHandler, "answerFailed">,
): Promise<boolean> {
  try {
    for (const piece of pieces) {
      if (!socket.writable) return false;
      let onSent = () => {};
      const sent = new Promise<void>((resolve) => {
        onSent = resolve;
      });
      // Node passes the event `drain` of a connection to its response only until an upgrade arrives behind the request.
      if (!to.write(piece, onSent)) await sent;
      else if (isSliceOver()) await nextSlice();
    }
    return socket.writable;
  } catch (error) {
    handler.answerFailed(error);
    socket.destroy();
    return false;
  }
}
