/** Runs one read at a time, and skips requests that are out of date. */

/**
 * The state of an answer. The previous value stays until the next one is available, and is the last
 * one of a failure.
 */
export type Query<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown; readonly last?: { readonly value: T } }
  | { readonly state: "ready"; readonly value: T };

/** Returns the newest value that was read, in braces since it may be undefined. */
export function newestOf<T>(query: Query<T>): { readonly value: T } | undefined {
  if (query.state === "loading") return undefined;
  return query.state === "ready" ? query : query.last;
}

type Load<T> = () => Promise<T>;

/**
 * Runs one read at a time. Of the reads that are requested meanwhile, only the last one follows.
 * Each successful read is reported, so that the page also changes if blocks arrive faster than it
 * reads.
 */
export class LatestReader<T> {
  readonly #tell: (query: Query<T>) => void;
  #next: Load<T> | undefined;
  #isReading = false;
  #isOver = false;
  #hasPassedOver = false;
  #last: { readonly value: T } | undefined;

  constructor(tell: (query: Query<T>) => void) {
    this.#tell = tell;
  }

  /** Reads now, or after the read in progress. */
  want(load: Load<T>): void {
    this.#next = load;
    if (!this.#isReading) void this.#readAll();
  }

  /** Stops reading and reporting. */
  end(): void {
    this.#isOver = true;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (let load = this.#take(); load !== undefined; load = this.#take()) {
      const query = await this.#settled(load);
      // One failure is ignored if another read was requested meanwhile, and the next one told: a read may take longer
      // than it takes until another one is requested, each time.
      const hasNext = this.#next !== undefined;
      this.#hasPassedOver = query.state === "failed" && hasNext && !this.#hasPassedOver;
      if (!this.#isOver && !this.#hasPassedOver) this.#tell(query);
    }
    this.#isReading = false;
  }

  #take(): Load<T> | undefined {
    const load = this.#isOver ? undefined : this.#next;
    this.#next = undefined;
    return load;
  }

  async #settled(load: Load<T>): Promise<Query<T>> {
    try {
      this.#last = { value: await load() };
      return { state: "ready", ...this.#last };
    } catch (error) {
      return { state: "failed", error, ...(this.#last && { last: this.#last }) };
    }
  }
}
