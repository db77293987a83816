/** Reports the end of exchanges on Node's server. */
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** The functions to call at the end of the exchanges of each connection that are not over. */
const ends = new WeakMap<Duplex, Set<() => void>>();

function endsOn(socket: Duplex): Set<() => void> {
  const known = ends.get(socket);
  if (known !== undefined) return known;
  const all = new Set<() => void>();
  ends.set(socket, all);
  socket.once("close", () => {
    for (const end of [...all]) end();
  });
  return all;
}

/**
 * Calls a function when a response is sent, or when its connection closes. Node reports the latter to the first of
 * several responses only, while the others wait for it.
 */
export function onExchangeEnd(response: ServerResponse, end: () => void): void {
  const all = endsOn(response.req.socket);
  const endOnce = () => {
    if (all.delete(endOnce)) end();
  };
  all.add(endOnce);
  response.on("close", endOnce);
}
