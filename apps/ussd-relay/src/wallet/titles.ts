import type { PaidKind } from "../session/store.js";

/** How log lines on a transaction begin (specification section 6). */
export const titles: Readonly<Record<PaidKind, string>> = {
  transfer: "Transfer",
  loan: "Loan",
};
