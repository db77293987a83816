/** What became of a user's transaction, as it is kept and told. */
import type { ActionKind, FailureReason } from "../engine/action.js";

export interface Outcome {
  readonly kind: ActionKind;
  /** Wei in decimal. */
  readonly wei: string;
  /** Undefined: it arrived. */
  readonly failure?: FailureReason;
}
