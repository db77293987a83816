/** Lists the state changes of a transaction, from the differences that geth's prestateTracer returns. */
import { delegateOf, toHex } from "@tandem/primitives";
import { coins, counted } from "../../format/amounts.js";

/** The part of an account that a transaction touched; storage by slot. */
export interface AccountPart {
  readonly balance?: bigint | undefined;
  readonly nonce?: bigint | undefined;
  readonly code?: Uint8Array | undefined;
  readonly storage?: Readonly<Record<string, Uint8Array>> | undefined;
}

/** Accounts by address. */
export interface Difference {
  readonly pre: Readonly<Record<string, AccountPart>>;
  readonly post: Readonly<Record<string, AccountPart>>;
}

export interface Change {
  readonly address: string;
  /** The name of the value, such as `balance` or `storage 0x…`. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

function codeText(code: Uint8Array | undefined): string {
  if (code === undefined || code.length === 0) return "none";
  const delegate = delegateOf(code);
  return delegate === undefined ? counted(code.length, "byte") : `that of ${toHex(delegate)}`;
}
const wordText = (word: Uint8Array | undefined) =>
  word === undefined
    ? "0x0"
    : `0x${toHex(word)
        .slice(2)
        .replace(/^0+(?=.)/, "")}`;
const signed = (amount: bigint) => `${amount > 0n ? "+" : ""}${coins(amount)}`;

function* changesOfAccount(
  address: string,
  pre: AccountPart,
  post: AccountPart,
): Generator<Change> {
  if (post.balance !== undefined && post.balance !== pre.balance) {
    const before = pre.balance ?? 0n;
    const after = `${coins(post.balance)} (${signed(post.balance - before)})`;
    yield { address, what: "balance", before: coins(before), after };
  }
  if (post.nonce !== undefined && post.nonce !== pre.nonce) {
    yield { address, what: "nonce", before: `${pre.nonce ?? 0n}`, after: `${post.nonce}` };
  }
  if (post.code !== undefined) {
    yield { address, what: "code", before: codeText(pre.code), after: codeText(post.code) };
  }
  const slots = new Set([...Object.keys(pre.storage ?? {}), ...Object.keys(post.storage ?? {})]);
  for (const slot of [...slots].sort()) {
    const before = wordText(pre.storage?.[slot]);
    const after = wordText(post.storage?.[slot]);
    if (before !== after) yield { address, what: `storage ${slot}`, before, after };
  }
}

/** Returns the changes by account. An account that is only in `pre` was destroyed. */
export function changesOf({ pre, post }: Difference): readonly Change[] {
  const addresses = [...new Set([...Object.keys(pre), ...Object.keys(post)])].sort();
  return addresses.flatMap((address) => {
    const after = post[address];
    const before = pre[address] ?? {};
    if (after === undefined) {
      return [{ address, what: "account", before: codeText(before.code), after: "destroyed" }];
    }
    return [...changesOfAccount(address, before, after)];
  });
}
