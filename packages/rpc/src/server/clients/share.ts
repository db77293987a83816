/** Something that all clients share, of which one client gets at most a part. */
import { Fault } from "@tandem/primitives";
import type { Client } from "./client.js";

export interface ShareLimits {
  /** Name of the limit on all clients together; that on one client is `client-` and this name. */
  readonly name: string;
  readonly max: number;
  readonly clientMax: number;
}

/** The limit that was reached: that of one client, or that of all. */
export interface ExceededShare {
  readonly limit: string;
  readonly max: number;
  readonly isClients: boolean;
}

/** Counts what each client holds. It remembers only clients that hold something. */
export class Share {
  readonly #limits: ShareLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** Returns what all clients hold together. */
  get total(): number {
    return this.#total;
  }

  /** Returns what one client holds. */
  of({ id }: Client): number {
    return this.#held.get(id) ?? 0;
  }

  /** Returns the limit that taking this much would exceed, or undefined. */
  exceededBy(client: Client, amount = 1): ExceededShare | undefined {
    const { name, max, clientMax } = this.#limits;
    const total = this.#total + amount;
    // While all hold less than one may have, nobody needs to be looked up.
    if (total > clientMax && this.of(client) + amount > clientMax) {
      return { limit: `client-${name}`, max: clientMax, isClients: true };
    }
    return total > max ? { limit: name, max, isClients: false } : undefined;
  }

  /** @throws {Fault} `limit-exceeded` when the client, or all of them, would hold too much. */
  take(client: Client, amount = 1): void {
    const exceeded = this.exceededBy(client, amount);
    if (exceeded !== undefined) {
      const { limit, max } = exceeded;
      throw new Fault({ code: "limit-exceeded", limit, max });
    }
    this.add(client, amount);
  }

  /** @returns whether there was room for it; if not, nothing is taken. */
  tryTake(client: Client, amount = 1): boolean {
    if (this.exceededBy(client, amount) !== undefined) return false;
    this.add(client, amount);
    return true;
  }

  /** Gives back what was taken. */
  give(client: Client, amount = 1): void {
    this.add(client, -amount);
  }

  /** Counts what a client has though the limits are not asked. */
  add({ id }: Client, amount = 1): void {
    if (amount === 0) return;
    this.#total += amount;
    const held = (this.#held.get(id) ?? 0) + amount;
    if (held === 0) this.#held.delete(id);
    else this.#held.set(id, held);
  }
}
