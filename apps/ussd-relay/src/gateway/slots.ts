/** Limits the requests of a kind in progress, so that no address can hold all of them. */
import type { Socket } from "node:net";
import { networkOf } from "@tandem/runtime";

/** Counts what is open or in progress by its owner. Owners without any are forgotten. */
class Counts<K> {
  readonly #counts = new Map<K, number>();
  #total = 0;

  /** Returns the number of all owners together. */
  get total(): number {
    return this.#total;
  }

  of(owner: K): number {
    return this.#counts.get(owner) ?? 0;
  }

  add(owner: K, change: number): void {
    this.#total += change;
    const count = this.of(owner) + change;
    if (count === 0) this.#counts.delete(owner);
    else this.#counts.set(owner, count);
  }
}

export interface SlotsMax {
  /** Maximum of all addresses together. */
  readonly max: number;
  /** Maximum of one address; all addresses of an IPv6 network of 64 bits count as one. */
  readonly addressMax: number;
}

export class Slots {
  readonly #limits: SlotsMax;
  readonly #networks = new Counts<string>();
  readonly #sockets = new Counts<Socket>();

  constructor(limits: SlotsMax) {
    this.#limits = limits;
  }

  /**
   * Runs a task for a connection while it counts as a request in progress.
   * @returns undefined at once, without running it, when the maximum or the address's is reached.
   */
  async run<T>(socket: Socket, task: () => Promise<T>): Promise<T | undefined> {
    const { max, addressMax } = this.#limits;
    const network = networkOf(socket.remoteAddress);
    if (this.#networks.total >= max || this.#networks.of(network) >= addressMax) return undefined;
    this.#count(network, socket, 1);
    try {
      return await task();
    } finally {
      this.#count(network, socket, -1);
    }
  }

  /** Returns whether a request of a connection is in progress. */
  areHeldBy(socket: Socket): boolean {
    return this.#sockets.of(socket) > 0;
  }

  #count(network: string, socket: Socket, change: number): void {
    this.#networks.add(network, change);
    this.#sockets.add(socket, change);
  }
}
