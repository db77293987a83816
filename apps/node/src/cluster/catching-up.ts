/** Lets pending transactions of other nodes wait for the blocks of the log. */
import type { ClusterStatus } from "@tandem/primitives";
import { type AppliedLog, type Member, type ReplicationLog, Waiters } from "@tandem/replication";
import { linkAbort } from "@tandem/runtime";
import { clusterLimits } from "./limits.js";

/** The number of records behind the end of the log at which a node catches up with it. */
const recordsBehindMin = 2;

type Standing = Pick<ClusterStatus, "role" | "applied" | "last">;

/** Knows whether records of the log are being imported. */
export class CatchingUp {
  readonly #standing: () => Standing | undefined;
  readonly #until: AbortSignal;
  readonly #imported = new Waiters();
  /** The import of the newest record. */
  #importing: Promise<void> = Promise.resolve();

  /** @param until ends the time in which a node that has begun catches up with the log. */
  constructor(standing: () => Standing | undefined, until: AbortSignal) {
    this.#standing = standing;
    this.#until = until;
  }

  /** Receives the import of each record. */
  importing(record: Promise<void>): void {
    this.#importing = record.catch(() => {});
    void this.#importing.then(() => this.#imported.wake());
  }

  /**
   * Resolves when no record is being imported, and a node that has begun has caught up with the log:
   * the senders of transactions in its records would be recovered twice.
   */
  async ended(): Promise<void> {
    await this.#importing;
    while (!this.#until.aborted && this.#isBehind()) {
      await this.#imported.next(this.#until);
      await this.#importing;
    }
  }

  #isBehind(): boolean {
    const standing = this.#standing();
    if (standing === undefined || standing.role === "sealer") return false;
    return standing.last - standing.applied >= recordsBehindMin;
  }
}

/**
 * Resolves when this node has applied what another one had: transactions may need its blocks. It
 * does not wait for records that the log has lost, nor for ever.
 */
export async function appliedFrom(
  log: Pick<ReplicationLog, "bounds">,
  member: Pick<Member, "applied" | "position">,
  { identity, sequence }: AppliedLog,
  ending: AbortSignal,
): Promise<void> {
  if (member.position.identity === identity && member.position.sequence >= sequence) return;
  const { signal, release } = linkAbort(ending, AbortSignal.timeout(clusterLimits.applyMsMax));
  try {
    const { last } = await log.bounds();
    await member.applied({ identity, sequence: Math.min(sequence, last) }, signal);
  } catch {
    // The log does not answer, or the node is far behind: then most of them can be imported.
  } finally {
    release();
  }
}
