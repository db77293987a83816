/** Counts what is open or in progress by address, so that no address can hold all of it. */
import { networkOf } from "@tandem/runtime";

export interface CountsMax {
  /** Maximum of all addresses together. */
  readonly max: number;
  /** Maximum of one address; all addresses of an IPv6 network of 64 bits count as one. */
  readonly addressMax: number;
}

export class AddressCounts {
  readonly #limits: CountsMax;
  readonly #counts = new Map<string, number>();
  #count = 0;

  constructor(limits: CountsMax) {
    this.#limits = limits;
  }

  /**
   * Counts one more of an address.
   * @returns a function to call once when it has ended, or undefined when a maximum is reached.
   */
  begin(address: string): (() => void) | undefined {
    const { max, addressMax } = this.#limits;
    const network = networkOf(address);
    if (this.#count >= max || (this.#counts.get(network) ?? 0) >= addressMax) return undefined;
    this.#add(network, 1);
    return () => this.#add(network, -1);
  }

  #add(network: string, change: number): void {
    this.#count += change;
    const count = (this.#counts.get(network) ?? 0) + change;
    if (count === 0) this.#counts.delete(network);
    else this.#counts.set(network, count);
  }
}
