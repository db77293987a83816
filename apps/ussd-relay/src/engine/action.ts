/** The calls of the contract that move money, and how log lines and screens speak of them. */
import { loanActiveReason } from "../chain/contract.js";

export type ActionKind = "transfer" | "loan" | "repayment";

/** First words of log lines about a transaction (specification section 6). */
export const titles: Readonly<Record<ActionKind, string>> = {
  transfer: "Transfer",
  loan: "Loan",
  repayment: "Repayment",
};

/** Why a transaction failed or was refused, as far as a user can do something about it. */
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

/** @param reason name of the contract's error, or the text of its `Error(string)`. */
export const failureOf = (reason: string): FailureReason => byName[reason] ?? "other";
