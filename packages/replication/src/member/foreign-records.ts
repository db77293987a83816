/** Handles messages of the log that this version of the node cannot apply. */
import type { Logger } from "@tandem/runtime";
import type { LogEntry } from "../log.js";

/**
 * Reports a message that is no record.
 * @throws {Error} for a record of a newer version: without it the node must not go on.
 */
export function noteForeign({ kind, sequence }: LogEntry, logger: Logger): void {
  if (kind === "newer") {
    throw new Error(
      `the record ${sequence} of the log is of a newer version of Tandem, which this node must run to follow it`,
    );
  }
  if (kind !== "unknown") return;
  logger.warn({ sequence }, "a message of the log is no record of a node: it is passed over");
}
