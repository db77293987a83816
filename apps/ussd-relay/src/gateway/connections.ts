/**
 * Shares the server's connections between addresses. When all are open, a new one takes the place of one that no request
 * is in progress on, of the address with the most: whoever has none can connect, however many some others open.
 */
import type { Socket } from "node:net";
import { networkOf } from "@tandem/runtime";

export interface ConnectionsOptions {
  /** Connections of the addresses that may post. */
  readonly postingMax: number;
  /** Connections of all other addresses, which can read pages only. */
  readonly othersMax: number;
  /** Decides whether an address may post. */
  readonly mayPost: (address: string) => boolean;
  /** Returns whether a request of a connection is in progress. */
  readonly isInUse: (socket: Socket) => boolean;
}

/** Returns a listener for a server's `connection` event that closes connections beyond the maxima. */
export function shareConnections(options: ConnectionsOptions): (socket: Socket) => void {
  const { postingMax, othersMax, mayPost, isInUse } = options;
  const posting = new Connections(postingMax, isInUse);
  const others = new Connections(othersMax, isInUse);
  return (socket) => {
    const { remoteAddress = "" } = socket;
    (mayPost(remoteAddress) ? posting : others).admit(socket, networkOf(remoteAddress));
  };
}

class Connections {
  readonly #max: number;
  readonly #isInUse: ConnectionsOptions["isInUse"];
  /** The connections of each address, oldest first; all addresses of an IPv6 network of 64 bits count as one. */
  readonly #networks = new Map<string, Set<Socket>>();
  #count = 0;

  constructor(max: number, isInUse: ConnectionsOptions["isInUse"]) {
    this.#max = max;
    this.#isInUse = isInUse;
  }

  admit(socket: Socket, network: string): void {
    if (this.#count >= this.#max) {
      const spare = this.#spare(this.#networks.get(network)?.size ?? 0);
      if (spare === undefined) return void socket.destroy();
      spare[0].destroy();
      // Its event follows later, and the place is taken now.
      this.#remove(...spare);
    }
    const sockets = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, sockets.add(socket));
    this.#count += 1;
    socket.once("close", () => this.#remove(socket, network));
  }

  /**
   * Returns the oldest connection that is not in use of the network with the most, unless the new one would only change
   * places with it.
   * @param own connections of the network of the new one.
   */
  #spare(own: number): readonly [Socket, string] | undefined {
    let most = own === 0 ? 0 : own + 1;
    let found: readonly [Socket, string] | undefined;
    for (const [network, sockets] of this.#networks) {
      if (sockets.size <= most) continue;
      for (const socket of sockets) {
        if (this.#isInUse(socket)) continue;
        most = sockets.size;
        found = [socket, network];
        break;
      }
    }
    return found;
  }

  #remove(socket: Socket, network: string): void {
    const sockets = this.#networks.get(network);
    if (!sockets?.delete(socket)) return;
    this.#count -= 1;
    if (sockets.size === 0) this.#networks.delete(network);
  }
}
