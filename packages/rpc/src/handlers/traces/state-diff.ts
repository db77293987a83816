/** Converts the difference of two states to Parity's form. */
import { type AccountSnapshot, type Prestate, toHex, toQuantity } from "@tandem/primitives";
import type { AccountChange, Change, StateDiffAnswer } from "../../contract/shape/traces/replay.js";

const zeroSlot = `0x${"00".repeat(32)}`;

/** The values of an account as text. */
interface Values {
  readonly balance: string;
  readonly nonce: string;
  readonly code: string;
  readonly storage: ReadonlyMap<string, string>;
}

const valuesOf = ({ balance, nonce, code, storage }: AccountSnapshot): Values => ({
  balance: toQuantity(balance ?? 0n),
  nonce: toQuantity(nonce ?? 0n),
  code: code === undefined ? "0x" : toHex(code),
  storage: new Map((storage ?? []).map(([slot, value]) => [toHex(slot), toHex(value)])),
});

const isEmpty = ({ balance, nonce, code }: Values) =>
  balance === "0x0" && nonce === "0x0" && code === "0x";

const changeOf = (from: string, to: string): Change => (from === to ? "=" : { "*": { from, to } });

/** Converts an account that exists only before or only after the execution. */
function wholeAccount(account: Values, show: (value: string) => Change): AccountChange {
  const storage = [...account.storage].map(([slot, value]) => [slot, show(value)] as const);
  return {
    balance: show(account.balance),
    nonce: show(account.nonce),
    code: show(account.code),
    storage: Object.fromEntries(storage),
  };
}

/** @param after contains only what changed. */
function changedAccount(before: Values, after: AccountSnapshot): AccountChange {
  const now = valuesOf(after);
  const slots = new Set([...before.storage.keys(), ...now.storage.keys()]);
  const storage = [...slots].map((slot) => {
    const from = before.storage.get(slot) ?? zeroSlot;
    return [slot, changeOf(from, now.storage.get(slot) ?? zeroSlot)] as const;
  });
  return {
    balance: after.balance === undefined ? "=" : changeOf(before.balance, now.balance),
    nonce: after.nonce === undefined ? "=" : changeOf(before.nonce, now.nonce),
    code: after.code === undefined ? "=" : changeOf(before.code, now.code),
    storage: Object.fromEntries(storage),
  };
}

/** Returns the change of each account; an account is new if it was empty before (EIP-161). */
export function stateDiffOf({ pre, post = [] }: Prestate): StateDiffAnswer {
  const before = new Map(pre.map(([address, account]) => [toHex(address), valuesOf(account)]));
  const after = new Map(post.map(([address, account]) => [toHex(address), account]));
  const diff: Record<string, AccountChange> = {};
  for (const address of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(address);
    const now = after.get(address);
    if (was !== undefined && now === undefined) {
      diff[address] = wholeAccount(was, (value) => ({ "-": value }));
    } else if (now !== undefined) {
      const isNew = was === undefined || isEmpty(was);
      diff[address] = isNew
        ? wholeAccount(valuesOf(now), (value) => ({ "+": value }))
        : changedAccount(was, now);
    }
  }
  return diff;
}
