import type { Logger } from "./ambient.js";

/** Publishes events to listeners. A listener that throws is logged and does not affect the others. */
export class Topic<E> {
  readonly #listeners = new Set<(event: E) => void>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Adds a listener. Returns a function that removes it. */
  readonly listen = (listener: (event: E) => void): (() => void) => {
    // The wrapper makes a function that is added twice two listeners.
    const mine = (event: E) => listener(event);
    this.#listeners.add(mine);
    return () => this.#listeners.delete(mine);
  };

  publish(event: E): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ error }, "a listener failed");
      }
    }
  }
}
