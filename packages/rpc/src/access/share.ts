/** Limits a resource that all clients share, and the part of each client. */
import { Fault } from "@tandem/primitives";
import type { Client } from "./client.js";

export interface ShareLimits {
  /** The name of the limit for all clients; the limit of one client is `client-` and this name. */
  readonly name: string;
  readonly max: number;
  readonly clientMax: number;
}

/** The limit that was exceeded, of one client or of all. */
export interface ExceededShare {
  readonly limit: string;
  readonly max: number;
  readonly isClients: boolean;
}

/** @throws {Fault} `limit-exceeded` if a limit was exceeded. */
export function assertWithin(exceeded: ExceededShare | undefined): void {
  if (exceeded === undefined) return;
  const { limit, max } = exceeded;
  throw new Fault({ code: "limit-exceeded", limit, max });
}

/** Counts the use of each client. Only clients with a use above 0 are stored. */
export class Share {
  readonly #limits: ShareLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** Returns the use of all clients together. */
  get total(): number {
    return this.#total;
  }

  /** Returns the use of one client. */
  of({ id }: Client): number {
    return this.#held.get(id) ?? 0;
  }

  /** Returns the limit that this additional amount would exceed, or undefined. */
  exceededBy(client: Client, amount = 1): ExceededShare | undefined {
    const { name, max, clientMax } = this.#limits;
    const total = this.#total + amount;
    // While the total is below the limit of one client, no client needs a look-up.
    if (total > clientMax && this.of(client) + amount > clientMax) {
      return { limit: `client-${name}`, max: clientMax, isClients: true };
    }
    return total > max ? { limit: name, max, isClients: false } : undefined;
  }

  /**
   * Takes an amount.
   * @throws {Fault} `limit-exceeded` if the client, or all together, would exceed a limit.
   */
  take(client: Client, amount = 1): void {
    assertWithin(this.exceededBy(client, amount));
    this.add(client, amount);
  }

  /** Takes an amount if the limits permit it. Returns whether it did. */
  tryTake(client: Client, amount = 1): boolean {
    if (this.exceededBy(client, amount) !== undefined) return false;
    this.add(client, amount);
    return true;
  }

  /** Releases an amount. */
  give(client: Client, amount = 1): void {
    this.add(client, -amount);
  }

  /** Adds to the use of a client without checking the limits. */
  add({ id }: Client, amount = 1): void {
    if (amount === 0) return;
    this.#total += amount;
    const held = (this.#held.get(id) ?? 0) + amount;
    if (held === 0) this.#held.delete(id);
    else this.#held.set(id, held);
  }
}
