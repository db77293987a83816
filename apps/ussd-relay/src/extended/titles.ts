import type { ActionKind } from "./outcome.js";

/** How log lines on a transaction begin (specification section 6). */
export const actionTitles: Readonly<Record<ActionKind, string>> = {
  transfer: "Transfer",
  loan: "Loan",
  repayment: "Repayment",
};
