/**
 * Declares the lease that one node holds at a time. It decides which node tries to seal; the log
 * decides which one can.
 */

export interface Lease {
  /** Takes the lease if no node holds it. Returns whether this node holds it now. */
  acquire(): Promise<boolean>;
  /** Takes the lease from the node that holds it. */
  seize(): Promise<void>;
  /** Extends the lease. Returns false if it has expired or another node holds it. */
  renew(): Promise<boolean>;
  /** Releases the lease, so that another node need not wait until it expires. */
  release(): Promise<void>;
}

/** A lease that nodes of one process share, for tests. */
export class MemoryLease {
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  #holder: string | undefined;
  #expiresMs = 0;

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  /** Returns the lease as one node sees it. */
  of(name: string): Lease {
    const take = () => {
      this.#holder = name;
      this.#expiresMs = this.#now() + this.#lifetimeMs;
    };
    const isHeld = () => this.#holder !== undefined && this.#now() < this.#expiresMs;
    return {
      acquire: async () => {
        if (isHeld()) return false;
        take();
        return true;
      },
      seize: async () => take(),
      renew: async () => {
        const isOwn = isHeld() && this.#holder === name;
        if (isOwn) take();
        return isOwn;
      },
      release: async () => {
        if (this.#holder === name) this.#holder = undefined;
      },
    };
  }
}
