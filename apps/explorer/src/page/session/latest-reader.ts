/** Runs one read at a time, and skips requests that are out of date. */

/** The state of an answer. The previous value stays until the next one is available. */
export type Query<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "ready"; readonly value: T };

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
      const query = await settled(load);
      // A failure is ignored if another read was requested meanwhile.
      const isPassedOver = query.state === "failed" && this.#next !== undefined;
      if (!this.#isOver && !isPassedOver) this.#tell(query);
    }
    this.#isReading = false;
  }

  #take(): Load<T> | undefined {
    const load = this.#isOver ? undefined : this.#next;
    this.#next = undefined;
    return load;
  }
}

async function settled<T>(load: Load<T>): Promise<Query<T>> {
  try {
    return { state: "ready", value: await load() };
  } catch (error) {
    return { state: "failed", error };
  }
}
