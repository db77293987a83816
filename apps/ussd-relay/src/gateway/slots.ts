/** Limits the requests of a kind in progress, so that no address can hold all of them. */

export interface SlotsOptions {
  /** Requests of all addresses together. */
  readonly max: number;
  /** Requests of one address. */
  readonly addressMax: number;
}

export class Slots {
  readonly #options: SlotsOptions;
  /** The number of requests in progress by address. */
  readonly #counts = new Map<string, number>();
  #count = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /**
   * Runs a task for an address while it counts as a request in progress.
   * @returns undefined at once, without running it, when the maximum or the address's is reached.
   */
  async run<T>(address: string, task: () => Promise<T>): Promise<T | undefined> {
    const { max, addressMax } = this.#options;
    const count = this.#counts.get(address) ?? 0;
    if (this.#count >= max || count >= addressMax) return undefined;
    this.#add(address, 1);
    try {
      return await task();
    } finally {
      this.#add(address, -1);
    }
  }

  #add(address: string, change: number): void {
    this.#count += change;
    const count = (this.#counts.get(address) ?? 0) + change;
    if (count === 0) this.#counts.delete(address);
    else this.#counts.set(address, count);
  }
}
