/** Names the two ends of a connection. */
import type { Socket } from "node:net";
import { hostAndPort, networkOf } from "@tandem/runtime";

export interface Addresses {
  /** The address of the other side, with its port. */
  readonly remote: string;
  /** The address of this side, with its port. */
  readonly local: string;
  /** The network of the other side: its IPv4 address, or the first half of its IPv6 address. */
  readonly network: string;
}

/** Returns the addresses of a socket, which has them while it is open. */
export const addressesOf = (socket: Socket): Addresses => ({
  remote: hostAndPort(socket.remoteAddress, socket.remotePort),
  local: hostAndPort(socket.localAddress, socket.localPort),
  network: networkOf(socket.remoteAddress),
});
