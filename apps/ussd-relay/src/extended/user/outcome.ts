/** Defines the outcome of a user's transaction, as it is stored and shown. */
import type { ActionKind, FailureReason } from "../../engine/action.js";

export interface Outcome {
  readonly kind: ActionKind;
  /** Wei in decimal. */
  readonly wei: string;
  /** Undefined: the transaction succeeded. */
  readonly failure?: FailureReason;
}
