/**
 * A map that forgets what was not read for longest once what it holds weighs more than `max`. Reading
 * only marks an entry; when its turn to be forgotten comes, the mark gives it another round.
 */
export class LruMap<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #max: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;
  /** Where the oldest is: whoever looks from the beginning passes all that were dropped lately. */
  #oldest = this.#entries.entries();

  /** @param weigh what a value counts as; by default one, so that `max` is entries. */
  constructor(max: number, weigh: (value: V) => number = () => 1) {
    this.#max = max;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isRead = true;
    return entry.value;
  }

  set(key: K, value: V): void {
    const known = this.#entries.get(key);
    if (known !== undefined) this.#drop(key, known);
    const weight = this.#weigh(value);
    // Nothing else is forgotten for what cannot be kept.
    if (weight > this.#max) return;
    this.#evictFor(weight);
    this.#entries.set(key, { value, weight, isRead: false });
    this.#weight += weight;
  }

  /** Ends, since whoever is passed over has lost its mark when its turn comes again. */
  #evictFor(weight: number): void {
    while (this.#weight + weight > this.#max && this.#entries.size > 0) {
      const next = this.#oldest.next();
      if (next.done === true) {
        this.#oldest = this.#entries.entries();
        continue;
      }
      const [key, entry] = next.value;
      if (entry.isRead) {
        entry.isRead = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
      } else this.#drop(key, entry);
    }
  }

  #drop(key: K, { weight }: Entry<V>): void {
    this.#entries.delete(key);
    this.#weight -= weight;
  }
}

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  isRead: boolean;
}
