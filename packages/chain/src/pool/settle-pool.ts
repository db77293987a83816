import type { Logger } from "@tandem/runtime";

/**
 * Awaits an update of the pool to the state of the head, and logs its error: the head has changed all the same. The
 * pool then reads every sender at the next block with transactions.
 */
export const settlePool = (update: Promise<void>, logger: Logger): Promise<void> =>
  update.catch((error: unknown) =>
    logger.error({ error }, "the pool could not be brought to the state of the head"),
  );
