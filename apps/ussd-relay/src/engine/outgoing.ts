/** Stores signed transactions that are in no block yet, each with all its signed versions. */
import type { Hex } from "viem";
import type { Change, Records } from "../records/records.js";
import type { Fees } from "../wallet/fees.js";
import { signerOf } from "../wallet/signer.js";
import { type ActionKind, titles } from "./action.js";

export interface Attempt {
  readonly hash: Hex;
  /** Serialized by EIP-2718. */
  readonly raw: Hex;
}

/** A sent transaction. A mode can add members of its own. */
export interface Outgoing {
  /** Hash of the first attempt. */
  readonly id: Hex;
  /** Address that signed it, in lower case; rows of former versions lack it: `walletOf` returns it. */
  readonly wallet?: Hex;
  readonly nonce: number;
  /** Signed versions, oldest first. They share one nonce, so at most one is included in the chain. */
  readonly attempts: readonly Attempt[];
  readonly fees: Fees;
  readonly gas: bigint;
  /** Call data. */
  readonly data: Hex;
  readonly kind: ActionKind;
  /** Whether its user was told that it is lost, because it had expired; rows without it: no. */
  readonly isReleased?: boolean;
}

const table = "relayed";
/** Members of type bigint, stored as decimal text followed by an n. */
const bigintNames = new Set(["gas", "wei", "maxFeePerGas", "maxPriorityFeePerGas"]);

const encode = (outgoing: Outgoing): string =>
  JSON.stringify(outgoing, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

const decode = (text: string) =>
  JSON.parse(text, (name, value) => (bigintNames.has(name) ? BigInt(value.slice(0, -1)) : value));

export const outgoingChange = (outgoing: Outgoing): Change => ({
  table,
  id: outgoing.id,
  value: encode(outgoing),
});

/** Returns the address of the wallet that signed a transaction, in lower case. */
export async function walletOf({ id, wallet, attempts: [first] }: Outgoing): Promise<Hex> {
  if (wallet !== undefined) return wallet;
  if (first === undefined) throw new Error(`the transaction ${id} has no signed version`);
  return signerOf(first.raw);
}

/** Groups transactions by the wallets that signed them, whose addresses are in lower case. */
export async function groupByWallet<T extends Outgoing>(
  all: readonly T[],
): Promise<ReadonlyMap<Hex, readonly T[]>> {
  const groups = new Map<Hex, T[]>();
  for (const outgoing of all) {
    const wallet = await walletOf(outgoing);
    const group = groups.get(wallet);
    if (group === undefined) groups.set(wallet, [outgoing]);
    else group.push(outgoing);
  }
  return groups;
}

/** Returns the log line about a transaction that a relay follows after its start. */
export function followedLine({ id, kind, attempts }: Outgoing): string {
  const newest = attempts.length > 1 ? `, replaced by ${attempts.at(-1)?.hash}` : "";
  return `${titles[kind]} followed again: ${id}${newest}`;
}

export const outgoingRemoval = ({ id }: Outgoing): Change => ({ table, id, value: undefined });

/** Returns a transaction that is in no block yet, or undefined. */
export async function loadOutgoing(records: Records, id: Hex): Promise<Outgoing | undefined> {
  const text = await records.get(table, id);
  return text === undefined ? undefined : decode(text);
}

/**
 * Returns the transactions that are in no block yet, in nonce order.
 * @typeParam T type of the records that the mode writes.
 */
export async function listOutgoing<T extends Outgoing>(records: Records): Promise<readonly T[]> {
  const found: readonly T[] = (await records.list(table)).map(decode);
  return found.toSorted((a, b) => a.nonce - b.nonce);
}
