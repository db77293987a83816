/**
 * A map with an approximate order of use, which drops the entries that were not read for longest once
 * their weight exceeds `max`. Reading only marks an entry; eviction skips a marked entry once and
 * removes the mark.
 */
export class LruMap<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #max: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;
  /**
   * The iterator at the oldest entry: an iterator from the beginning would skip all recently removed
   * ones.
   */
  #oldest = this.#entries.entries();

  /**
   * Creates a map.
   * @param weigh returns the weight of a value; 1 by default, so that `max` counts entries.
   */
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

  /** @param weight the weight of the value, if the caller knows it. */
  set(key: K, value: V, weight: number = this.#weigh(value)): void {
    const known = this.#entries.get(key);
    if (known !== undefined) this.#drop(key, known);
    // Nothing is evicted for a value that cannot be stored.
    if (weight > this.#max) return;
    this.#evictFor(weight);
    this.#entries.set(key, { value, weight, isRead: false });
    this.#weight += weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
    this.#oldest = this.#entries.entries();
  }

  /** Evicts entries for a new weight. It terminates, since a skipped entry has lost its mark. */
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
