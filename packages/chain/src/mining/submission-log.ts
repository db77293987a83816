/** Records recent submissions of outside miners with their results. */
import {
  Fault,
  type SubmissionRecord,
  type SubmissionReport,
  type SubmittedWork,
} from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import { outsideLimits } from "../limits.js";

type Counts = Record<SubmissionRecord["status"], number>;

const noCounts = (): Counts => ({
  head: 0,
  side: 0,
  known: 0,
  invalid: 0,
  "no-parent": 0,
  refused: 0,
});

/** Records submissions in memory: all are counted, and the newest are stored. */
export class SubmissionLog {
  readonly #clock: Clock;
  readonly #counts = noCounts();
  #latest: readonly SubmissionRecord[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the result of a submission and records it. */
  async record(submitted: Promise<SubmittedWork>): Promise<SubmittedWork> {
    const timestamp = Math.floor(this.#clock.now() / 1000);
    try {
      const { status, hash, number, rule: reason } = await submitted;
      const block = { hash, number };
      this.#keep({ timestamp, status, block, ...(reason === undefined ? {} : { reason }) });
    } catch (error) {
      if (error instanceof Fault) {
        this.#keep({ timestamp, status: "refused", reason: error.message });
      }
    }
    return submitted;
  }

  report(): SubmissionReport {
    return { counts: { ...this.#counts }, latest: this.#latest };
  }

  #keep(record: SubmissionRecord): void {
    this.#counts[record.status] += 1;
    this.#latest = [record, ...this.#latest].slice(0, outsideLimits.submissionsKept);
  }
}
