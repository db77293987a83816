/**
 * Renews the lease of a node that seals or is elected: reading the rest of a log may take longer
 * than the lease lasts.
 */
import { renewalsInLease } from "../limits.js";
import type { MemberOptions } from "./member-options.js";

/**
 * The result of a renewal. The servers of a silent one may still answer; an overdue one may have
 * expired.
 */
export type RenewalResult = "held" | "lost" | "silent" | "overdue";

export class LeaseRenewal {
  readonly #options: Pick<MemberOptions, "lease" | "leaseMs" | "now">;
  readonly #lost: () => void;
  #isHolding = false;
  /** The time at which the lease was last taken or renewed, in the milliseconds of the clock. */
  #renewedMs = 0;
  #reason: unknown;
  /** One renewal at a time: the second of two concurrent ones would find the lease changed. */
  #renewing: Promise<unknown> = Promise.resolve();

  /** @param lost is called when the lease is lost while a task holds it. */
  constructor(options: Pick<MemberOptions, "lease" | "leaseMs" | "now">, lost: () => void) {
    this.#options = options;
    this.#lost = lost;
  }

  /** Renews the lease, which was just taken, while a task runs. */
  async hold(task: () => Promise<void>): Promise<void> {
    this.#isHolding = true;
    this.#renewedMs = this.#options.now();
    await task().finally(() => this.#end());
  }

  /** Renews the lease if a task holds it. Called at a fraction of the lease's lifetime. */
  tick(): void {
    if (!this.#isHolding) return;
    this.#renewing = this.#renewing.then(async () => {
      if (this.#isHolding && (await this.renew()) === "lost") this.#lost();
    });
  }

  /** The reason why the newest renewal that was silent or overdue had no answer. */
  get reason(): string {
    return String(this.#reason);
  }

  async renew(): Promise<RenewalResult> {
    const { lease, leaseMs, now } = this.#options;
    const isHeld = await lease.renew().catch((error) => {
      this.#reason = error;
    });
    if (isHeld === false) return "lost";
    if (isHeld === true) this.#renewedMs = now();
    else if (now() - this.#renewedMs > leaseMs - leaseMs / renewalsInLease) return "overdue";
    return isHeld === true ? "held" : "silent";
  }

  /** Releases the lease. */
  async release(): Promise<void> {
    await this.#end();
    await this.#options.lease.release();
  }

  async #end(): Promise<void> {
    this.#isHolding = false;
    await this.#renewing;
  }
}
