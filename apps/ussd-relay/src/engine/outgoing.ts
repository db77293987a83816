/** The record of a signed transaction that is in no block yet, with every form it was signed in. */
import type { Hex } from "viem";
import type { Change, Records } from "../records/records.js";
import type { Fees } from "../wallet/fees.js";
import type { ActionKind } from "./action.js";

export interface Attempt {
  readonly hash: Hex;
  /** EIP-2718 form. */
  readonly raw: Hex;
}

/** What the engine needs of a transaction. A mode adds members of its own. */
export interface Outgoing {
  /** Hash of the first attempt. */
  readonly id: Hex;
  readonly nonce: number;
  /** All have the same nonce, so at most one of them gets into the chain. Oldest first. */
  readonly attempts: readonly Attempt[];
  readonly fees: Fees;
  readonly gas: bigint;
  /** Input of the call. */
  readonly data: Hex;
  readonly kind: ActionKind;
}

const table = "relayed";
/** Members that are numbers JSON has no form for: decimal text with an n. */
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

export const outgoingRemoval = ({ id }: Outgoing): Change => ({ table, id, value: undefined });

export const isOutgoing = async (records: Records, id: Hex): Promise<boolean> =>
  (await records.get(table, id)) !== undefined;

/**
 * Returns the transactions that are in no block yet, by nonce.
 * @typeParam T what the mode that wrote them adds to their records.
 */
export async function listOutgoing<T extends Outgoing>(records: Records): Promise<readonly T[]> {
  const found: readonly T[] = (await records.list(table)).map(decode);
  return found.toSorted((a, b) => a.nonce - b.nonce);
}
