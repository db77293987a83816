/** Shares the server's connections between addresses, so that no address can hold all of them. */
import type { Socket } from "node:net";
import { AddressCounts } from "./address-counts.js";

/** Limits of connections; all addresses of an IPv6 network of 64 bits count as one. */
export interface ConnectionShares {
  /** Connections of one address that may post. */
  readonly addressMax: number;
  /** Connections of all addresses together that may not post; they can read pages only. */
  readonly unauthorizedMax: number;
  /** Connections of one of these. */
  readonly unauthorizedAddressMax: number;
  /** Decides whether an address may post. */
  readonly mayPost: (address: string) => boolean;
}

/** Returns a listener for a server's `connection` event that closes connections beyond a share. */
export function shareConnections(shares: ConnectionShares): (socket: Socket) => void {
  const authorized = new AddressCounts({
    max: Number.POSITIVE_INFINITY,
    addressMax: shares.addressMax,
  });
  const unauthorized = new AddressCounts({
    max: shares.unauthorizedMax,
    addressMax: shares.unauthorizedAddressMax,
  });
  return (socket) => {
    const address = socket.remoteAddress ?? "";
    const counts = shares.mayPost(address) ? authorized : unauthorized;
    const end = counts.begin(address);
    if (end === undefined) socket.destroy();
    else socket.once("close", end);
  };
}
