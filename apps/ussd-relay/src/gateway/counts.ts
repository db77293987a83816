/** Counts what is open or in progress by its owner. Owners without any are forgotten. */
export class Counts<K> {
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
