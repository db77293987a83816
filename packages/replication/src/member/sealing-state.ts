/** Holds what a member of a cluster does at present, and reports when it begins or stops to seal. */
import type { RenewalResult } from "./lease-renewal.js";
import type { Applier, MemberOptions } from "./member-options.js";

/**
 * - `following`: it applies the records of the log.
 * - `electing`: it holds the lease, and applies the rest of the log.
 * - `sealing`: it appends blocks.
 * - `suspended`: it is the sealer, but its lease may have expired.
 */
type State = "following" | "electing" | "sealing" | "suspended";

interface StateOptions extends Pick<MemberOptions, "logger"> {
  readonly applier: Pick<Applier, "sealingChanged">;
}

export class SealingState {
  readonly #options: StateOptions;
  #state: State = "following";

  /** @param options its applier is told when the member begins to seal, and when it stops. */
  constructor(options: StateOptions) {
    this.#options = options;
  }

  is(state: State): boolean {
    return this.#state === state;
  }

  set(state: State): void {
    const was = this.is("sealing");
    this.#state = state;
    if (was !== this.is("sealing")) this.#options.applier.sealingChanged(this.is("sealing"));
  }

  /**
   * Suspends the sealer after a renewal that was overdue, and ends that after one that held. A node
   * that stopped sealing during the renewal only follows.
   * @param told what is logged.
   */
  renewed(result: RenewalResult, { epoch, reason }: { epoch: number; reason: string }): void {
    const { logger } = this.#options;
    if (result === "held" && this.is("suspended")) {
      logger.info({ epoch }, "this node seals again");
      this.set("sealing");
    }
    if (result === "overdue" && this.is("sealing")) {
      logger.warn({ epoch, reason }, "the lease cannot be renewed: this node stops sealing");
      this.set("suspended");
    }
  }
}
