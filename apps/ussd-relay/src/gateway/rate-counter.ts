/** Counts the posts of phone numbers per period, in memory. */

export interface RateCounterOptions {
  /** Maximum number of names; further ones are refused until a period is over. */
  readonly max: number;
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number;
}

interface Span {
  readonly until: number;
  count: number;
}

export class RateCounter {
  readonly #options: RateCounterOptions;
  readonly #spans = new Map<string, Span>();

  constructor(options: RateCounterOptions) {
    this.#options = options;
  }

  /**
   * Counts a name in the period that began with its first count.
   * @returns the count in this period, or infinity when the maximum of names is reached.
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
