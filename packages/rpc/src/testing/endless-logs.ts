/** A log query that goes on until its client is gone. */
import { once } from "node:events";
import type { Backend } from "../server/backend/backend.js";

export function endlessLogs(): {
  readonly logs: Backend["logs"];
  /** The query has begun. */
  readonly begins: Promise<void>;
  /** The query was told to end. */
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
    async *logs(_, signal) {
      yield [];
      begun();
      await once(signal, "abort");
      ended();
    },
  };
}
