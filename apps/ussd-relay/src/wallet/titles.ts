/** How log lines on a transaction begin (specification section 6). */
export const titles = {
  transfer: "Transfer",
  loan: "Loan",
  repayment: "Repayment",
} as const;
