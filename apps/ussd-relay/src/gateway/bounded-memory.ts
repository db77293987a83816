/** Counts names for a while in the memory of a process: the posts of phone numbers. */

export interface BoundedMemoryOptions {
  /** Names at a time; one more is refused until others are over. */
  readonly max: number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

interface Span {
  readonly until: number;
  count: number;
}

export class BoundedMemory {
  readonly #options: BoundedMemoryOptions;
  readonly #spans = new Map<string, Span>();

  constructor(options: BoundedMemoryOptions) {
    this.#options = options;
  }

  /**
   * Counts a name once more in the span that began when it was first counted.
   * @returns how often in this span; infinity when there is no room for another name.
   */
  count(name: string, spanMs: number): number {
    const { max, now } = this.#options;
    const known = this.#spans.get(name);
    if (known !== undefined && known.until > now()) {
      known.count += 1;
      return known.count;
    }
    if (known === undefined && this.#spans.size >= max) this.#forgetOld();
    if (known === undefined && this.#spans.size >= max) return Number.POSITIVE_INFINITY;
    this.#spans.set(name, { until: now() + spanMs, count: 1 });
    return 1;
  }

  #forgetOld(): void {
    const now = this.#options.now();
    for (const [name, { until }] of this.#spans) if (until <= now) this.#spans.delete(name);
  }
}
