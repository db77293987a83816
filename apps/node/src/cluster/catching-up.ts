/** Lets pending transactions of other nodes wait for the blocks of the log. */
import type { ClusterStatus } from "@tandem/primitives";
import { Waiters } from "@tandem/replication";

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
