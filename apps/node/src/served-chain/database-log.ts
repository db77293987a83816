/** Logs what an operator must know about the database and its disk. */
import type { Logger } from "@tandem/runtime";
import type { Store } from "@tandem/store";

/** Logs that the database cannot be closed. All acknowledged writes are on the disk. */
export const tellHeld = (logger: Logger) =>
  logger.error({}, "a compute thread has not ended: the database is left open");

/** Returns a function that logs that blocks cannot be written any more, and that they can be again. */
export const tellSpace =
  (directory: string | undefined, logger: Logger) =>
  (reason: string | undefined): void => {
    if (reason === undefined) logger.info({ directory }, "the chain is written again");
    else logger.error({ directory, reason }, "the chain cannot be written: nothing is accepted");
  };

/** Logs what an operator must know about the disk. */
export function tellOpening(
  { opening }: Store,
  directory: string | undefined,
  logger: Logger,
): void {
  if (opening.isReadOnly) {
    logger.error({ directory }, "the disk is full: the chain is read-only");
  }
  if (opening.isRecordDamaged) {
    const message =
      "the record of the last write is damaged: blocks at the end of the chain may be lost without detection";
    logger.warn({ directory }, message);
  }
  if (opening.isExposed) {
    logger.warn({ directory }, "other users can read the data directory: chmod 700 it");
  }
}
