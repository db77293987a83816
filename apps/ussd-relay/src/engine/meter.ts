/** What is counted. A port: Prometheus in the relay, a list in tests. */
import type { ActionKind } from "./action.js";

export interface Meter {
  /** @param screen what it was answered with. */
  post(screen: "CON" | "END", seconds: number): void;
  transaction(kind: ActionKind, event: "submitted" | "confirmed" | "failed"): void;
  /** A stuck transaction was signed again for more. */
  replaced(): void;
  wrongPin(): void;
  unsettled(count: number): void;
}

export const noMeter: Meter = {
  post() {},
  transaction() {},
  replaced() {},
  wrongPin() {},
  unsettled() {},
};
