/**
 * Limits a lease to a node that can write blocks: one whose disk is full must neither be elected nor
 * stay the sealer, since it could append blocks that it cannot write itself.
 */
import type { Lease } from "@tandem/replication";
import type { Logger } from "@tandem/runtime";

/** @param isWritable returns whether the database accepts blocks. */
export const writableLease = (lease: Lease, isWritable: () => boolean, logger: Logger): Lease => ({
  acquire: async () => isWritable() && (await lease.acquire()),
  seize: () => lease.seize(),
  async renew() {
    if (isWritable()) return lease.renew();
    logger.error({}, "this node cannot write blocks, since its disk is full: another one may seal");
    await lease.release();
    return false;
  },
  release: () => lease.release(),
});
