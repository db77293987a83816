/** Tells listeners of an event; one that throws is logged and does not keep it from the others. */
import type { Logger } from "./ambient.js";

export interface Announcer<E> {
  /** @returns a function that ends the listening. */
  listen(listener: (event: E) => void): () => void;
  announce(event: E): void;
}

export function createAnnouncer<E>(logger: Logger): Announcer<E> {
  const listeners = new Set<(event: E) => void>();
  return {
    listen(listener) {
      // A wrapper of its own, so that one function listening twice is two listeners.
      const mine = (event: E) => listener(event);
      listeners.add(mine);
      return () => listeners.delete(mine);
    },
    announce(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          logger.error({ error }, "a listener failed");
        }
      }
    },
  };
}
