/** Shares the server's connections between addresses, so that no address can hold all of them. */
import type { Socket } from "node:net";

export interface ConnectionShares {
  /** Connections of one address that may post. */
  readonly addressMax: number;
  /** Connections of all addresses together that may not post; they can read pages only. */
  readonly unauthorizedMax: number;
  /** Decides whether an address may post. */
  readonly mayPost: (address: string) => boolean;
}

/** Name under which the connections of addresses that may not post are counted. */
const unauthorized = "unauthorized";

/** Returns a listener for a server's `connection` event that closes connections beyond a share. */
export function shareConnections(shares: ConnectionShares): (socket: Socket) => void {
  const counts = new Map<string, number>();
  return (socket) => {
    const address = socket.remoteAddress ?? "";
    const isUnauthorized = !shares.mayPost(address);
    const [name, max] = isUnauthorized
      ? ([unauthorized, shares.unauthorizedMax] as const)
      : ([address, shares.addressMax] as const);
    const count = counts.get(name) ?? 0;
    if (count >= max) {
      socket.destroy();
      return;
    }
    counts.set(name, count + 1);
    socket.once("close", () => {
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    });
  };
}
