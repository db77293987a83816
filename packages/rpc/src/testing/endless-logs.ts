/** Provides a log query that continues until its client disconnects. */
import { once } from "node:events";
import type { Backend } from "../backend/backend.js";

export function endlessLogs(): {
  readonly logs: Backend["logs"];
  /** Resolves when the query has begun. */
  readonly begins: Promise<void>;
  /** Resolves when the query was aborted. */
  readonly aborted: Promise<void>;
} {
  let begun = () => {};
  let ended = () => {};
  const begins = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const aborted = new Promise<void>((resolve) => {
    ended = resolve;
  });
  return {
    begins,
    aborted,
    async *logs(_, { signal }) {
      yield [];
      begun();
      await once(signal, "abort");
      ended();
    },
  };
}
