/** Declares merge mining by external miners. */
import type { OfferedWork, Submission, SubmissionReport, SubmittedWork } from "@tandem/primitives";
import type { ForkAlerts } from "./fork-alerts.js";

/** Provides work for external miners, and imports the blocks that they find. */
export interface MiningApi {
  work(): Promise<OfferedWork>;
  /** @throws {Fault} `mining-refused`, `limit-exceeded`. */
  submitWork(submission: Submission): Promise<SubmittedWork>;
  /** Returns the submissions since the node started. */
  submissions(): SubmissionReport;
  /**
   * Returns hidden branches that tags in Bitcoin's blocks indicate, or undefined if no Bitcoin node
   * is monitored.
   */
  forkAlerts(): ForkAlerts | undefined;
}
