/** Models the contract in a dozen lines of arithmetic, and generates actions for it. */
import fc from "fast-check";

export const loanWei = 10n ** 16n;

export type ActionKind =
  | "deposit"
  | "withdraw"
  | "transfer"
  | "applyForLoan"
  | "repayLoan"
  | "fundPool"
  | "withdrawFromPool";

export interface Action {
  readonly kind: ActionKind;
  /** Index of the acting user, and of the recipient. */
  readonly user: number;
  readonly to: number;
  readonly wei: bigint;
  /** Is true if the user signs it and another account submits it through the forwarder. */
  readonly isForwarded: boolean;
}

export interface Account {
  readonly balance: bigint;
  readonly loan: bigint;
  readonly contribution: bigint;
}

export interface Ledger {
  readonly accounts: readonly Account[];
  readonly pool: bigint;
}

export const emptyLedger = (users: number): Ledger => ({
  accounts: Array.from({ length: users }, () => ({ balance: 0n, loan: 0n, contribution: 0n })),
  pool: 0n,
});

/** In halves of a loan, so that sums are often equal; sometimes zero, or more than any balance. */
const amounts = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt(1n, 6n).map((halves) => (halves * loanWei) / 2n) },
  { weight: 1, arbitrary: fc.constantFrom(0n, 1n, 2n ** 256n - 1n) },
);

/** Deposits are more frequent than payments, so that there are funds. */
const kinds: readonly ActionKind[] = [
  "deposit",
  "deposit",
  "deposit",
  "withdraw",
  "transfer",
  "applyForLoan",
  "repayLoan",
  "fundPool",
  "withdrawFromPool",
];

/** The actions whose amount is paid by the sender. */
const payable: readonly ActionKind[] = ["deposit", "fundPool"];
const pocketMax = loanWei * 10n;

export const actionsOf = (users: number, maxLength: number): fc.Arbitrary<Action[]> => {
  const index = fc.nat(users - 1);
  const action = fc.record({
    kind: fc.constantFrom(...kinds),
    user: index,
    to: index,
    wei: amounts,
    isForwarded: fc.boolean(),
  });
  const possible = action.filter(({ kind, wei }) => !payable.includes(kind) || wei <= pocketMax);
  return fc.array(possible, { minLength: 10, maxLength });
};

/** Returns the ledger after an action, or the name or reason of the error that refuses it. */
export function apply(ledger: Ledger, { kind, user, to, wei }: Action): Ledger | string {
  const own = ledger.accounts[user] as Account;
  const change = (part: Partial<Account>, pool = ledger.pool): Ledger => ({
    accounts: ledger.accounts.map((one, i) => (i === user ? { ...one, ...part } : one)),
    pool,
  });
  const isAmountless = kind === "applyForLoan" || kind === "repayLoan";
  if (!isAmountless && wei === 0n) return "ZeroAmount";
  switch (kind) {
    case "deposit":
      return change({ balance: own.balance + wei });
    case "withdraw":
      return own.balance < wei ? "InsufficientBalance" : change({ balance: own.balance - wei });
    case "transfer": {
      if (own.balance < wei) return "InsufficientBalance";
      const { accounts, pool } = change({ balance: own.balance - wei });
      const paid = (one: Account) => ({ ...one, balance: one.balance + wei });
      return { accounts: accounts.map((one, i) => (i === to ? paid(one) : one)), pool };
    }
    case "applyForLoan":
      if (own.loan > 0n) return "Existing loan active";
      if (ledger.pool < loanWei) return "InsufficientPool";
      return change({ loan: loanWei, balance: own.balance + loanWei }, ledger.pool - loanWei);
    case "repayLoan":
      if (own.loan === 0n) return "NoActiveLoan";
      if (own.balance < own.loan) return "InsufficientBalance";
      return change({ loan: 0n, balance: own.balance - own.loan }, ledger.pool + own.loan);
    case "fundPool":
      return change({ contribution: own.contribution + wei }, ledger.pool + wei);
    case "withdrawFromPool":
      if (own.contribution < wei) return "InsufficientContribution";
      if (ledger.pool < wei) return "InsufficientPool";
      return change({ contribution: own.contribution - wei }, ledger.pool - wei);
  }
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

export const liabilitiesOf = ({ accounts }: Ledger): bigint =>
  sum(accounts.map(({ balance }) => balance));
