/** Limits the requests of a kind in progress, so that no address can hold all of them. */
import { AddressCounts, type CountsMax } from "./address-counts.js";

export class Slots {
  readonly #counts: AddressCounts;

  constructor(limits: CountsMax) {
    this.#counts = new AddressCounts(limits);
  }

  /**
   * Runs a task for an address while it counts as a request in progress.
   * @returns undefined at once, without running it, when the maximum or the address's is reached.
   */
  async run<T>(address: string, task: () => Promise<T>): Promise<T | undefined> {
    const end = this.#counts.begin(address);
    if (end === undefined) return undefined;
    try {
      return await task();
    } finally {
      end();
    }
  }
}
