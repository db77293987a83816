/** What became of a user's transaction, as it is kept and told. */
import { loanActiveReason } from "../chain/contract.js";

export type ActionKind = "transfer" | "loan" | "repayment";

/** Why a transaction failed or was refused, in the few ways a user can do something about. */
export type FailureReason =
  | "balance"
  | "loan-active"
  | "no-loan"
  | "pool"
  | "recipient"
  | "lost"
  | "other";

export interface Outcome {
  readonly kind: ActionKind;
  /** Wei in decimal. */
  readonly wei: string;
  /** Undefined: it arrived. */
  readonly failure?: FailureReason;
}

const byName: Readonly<Record<string, FailureReason>> = {
  InsufficientBalance: "balance",
  [loanActiveReason]: "loan-active",
  NoActiveLoan: "no-loan",
  InsufficientPool: "pool",
  InvalidRecipient: "recipient",
};

/** @param reason the text or the error's name in a revert. */
export const failureOf = (reason: string): FailureReason => byName[reason] ?? "other";
