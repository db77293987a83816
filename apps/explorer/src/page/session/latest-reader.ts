/** Reads one after another what is wanted, and passes over what was wanted meanwhile. */

/** Describes what is known of an answer; the former one stays until the next is there. */
export type Query<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "ready"; readonly value: T };

type Load<T> = () => Promise<T>;

/**
 * Performs readings one at a time. Of those that are wanted during a reading, the last one follows. Each reading that
 * succeeds is told, so that a page also changes while blocks come faster than it reads.
 */
export class LatestReader<T> {
  readonly #tell: (query: Query<T>) => void;
  #next: Load<T> | undefined;
  #isReading = false;
  #isOver = false;

  constructor(tell: (query: Query<T>) => void) {
    this.#tell = tell;
  }

  /** Reads now, or after the reading that is under way. */
  want(load: Load<T>): void {
    this.#next = load;
    if (!this.#isReading) void this.#readAll();
  }

  /** Reads and tells nothing from now on. */
  end(): void {
    this.#isOver = true;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (let load = this.#take(); load !== undefined; load = this.#take()) {
      const query = await settled(load);
      // A failure does not matter if something else is wanted by now.
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
