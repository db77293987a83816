/** Combines the threads that have the database of a chain open. */
import type { Sharing } from "@tandem/store";

/** Returns undefined if there are none. */
export function sharedBy(all: readonly (Sharing | undefined)[]): Sharing | undefined {
  const given = all.filter((one) => one !== undefined);
  if (given.length === 0) return undefined;
  return {
    async release() {
      const released = await Promise.all(given.map((one) => one.release()));
      return released.every((isReleased) => isReleased);
    },
    resume() {
      for (const one of given) one.resume();
    },
  };
}
