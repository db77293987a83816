/** Declares merge mining by external miners. */
import type { OfferedWork, Submission, SubmissionReport, SubmittedWork } from "@tandem/primitives";
import type { ForkAlerts } from "./fork-alerts.js";

/** Offers work to external miners, and imports the blocks that they find. */
export interface MiningApi {
  work(): Promise<OfferedWork>;
  /** @throws {Fault} `mining-refused`, `limit-exceeded`. */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Returns what was submitted since the node started. */
  submissions(): SubmissionReport;
  /** Returns hidden branches that Bitcoin's blocks tell of; undefined if no Bitcoin node is watched. */
  forkAlerts(): ForkAlerts | undefined;
}
