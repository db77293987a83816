/** A map that forgets what was not read for longest once what it holds weighs more than `max`. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** @param weigh what a value counts as, always the same; by default one, so that `max` is entries. */
  constructor(max: number, weigh: (value: V) => number = () => 1) {
    this.#max = max;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#drop(key);
    // Nothing else is forgotten for what cannot be kept.
    if (this.#weigh(value) > this.#max) return;
    this.#entries.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#max) return;
      this.#drop(oldest);
    }
  }

  #drop(key: K): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weigh(value);
  }
}
