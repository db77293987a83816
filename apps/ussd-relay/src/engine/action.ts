/** Defines the calls of the contract that move money, and the causes of their failures. */
import { loanActiveReason } from "../chain/contract.js";

export type ActionKind = "transfer" | "loan" | "repayment";

/** The first words of log lines about a transaction (specification section 6). */
export const titles: Readonly<Record<ActionKind, string>> = {
  transfer: "Transfer",
  loan: "Loan",
  repayment: "Repayment",
};

/** Causes of a failure or a refusal that have a text of their own on the screen. */
export type FailureReason =
  | "balance"
  | "loan-active"
  | "no-loan"
  | "pool"
  | "recipient"
  | "lost"
  | "other";

const byName: Readonly<Record<string, FailureReason>> = {
  InsufficientBalance: "balance",
  [loanActiveReason]: "loan-active",
  NoActiveLoan: "no-loan",
  InsufficientPool: "pool",
  InvalidRecipient: "recipient",
};

/** Classifies a revert. @param reason name of the contract's error, or the text of its `Error(string)`. */
export const failureOf = (reason: string): FailureReason => byName[reason] ?? "other";
