/** Defines the metrics of the engine, which Prometheus implements in extended mode. */
import type { ActionKind } from "./action.js";

export interface RelayMetrics {
  /** @param screen the first word of the answer. @param seconds from the post to its answer. */
  recordPost(screen: "CON" | "END", seconds: number): void;
  recordTransaction(kind: ActionKind, event: "submitted" | "confirmed" | "failed"): void;
  /** Records that a transaction was signed again at a higher price. */
  recordReplacement(): void;
  recordWrongPin(): void;
  setUnsettled(count: number): void;
  /** @param count of unsettled transactions that could not be checked, though the node and the records answer. */
  setUnchecked(count: number): void;
}

/** Records nothing. */
export const noMetrics: RelayMetrics = {
  recordPost() {},
  recordTransaction() {},
  recordReplacement() {},
  recordWrongPin() {},
  setUnsettled() {},
  setUnchecked() {},
};
