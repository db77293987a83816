/** Handles messages of the log that this version of the node cannot apply. */
import type { Logger } from "@tandem/runtime";
import type { LogEntry } from "../log.js";

/** Reports the messages of a log that are no records of this version. */
export class ForeignRecords {
  readonly #logger: Logger;
  /** The sequence of the newest message that was no record. */
  #newest: number | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * Reports a message that is no record, and those directly after it only once: there may be any number.
   * @throws {Error} for a record of a newer version: without it the node must not go on.
   */
  note({ kind, sequence }: LogEntry): void {
    if (kind === "newer") {
      throw new Error(
        `the record ${sequence} of the log is of a newer version of Tandem, which this node must run to follow it`,
      );
    }
    if (kind !== "unknown") return;
    const isNext = sequence - 1 === this.#newest;
    this.#newest = sequence;
    if (isNext) return;
    const message = "a message of the log is no record of a node: it is passed over";
    this.#logger.warn({ sequence }, `${message}, and so are any directly after it`);
  }
}
