/** Writes to a socket what is sent in one turn of the event loop. */
import type { Socket } from "node:net";

/**
 * Writes bytes, together with all others of this turn: each write by itself is a call of the system, which takes longer
 * than a short message.
 */
export function writeTogether(socket: Socket, bytes: Uint8Array): void {
  if (socket.writableCorked === 0) {
    socket.cork();
    process.nextTick(() => socket.uncork());
  }
  socket.write(bytes);
}
