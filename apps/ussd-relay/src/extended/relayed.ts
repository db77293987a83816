/** A user's transaction on its way: every form it was signed in, and whom it is for. */
import type { Hex } from "viem";
import type { Change, Records } from "../records/records.js";
import type { Fees } from "../wallet/fees.js";
import type { ActionKind } from "./outcome.js";
import type { UserCall } from "./user-chain.js";

export interface Attempt {
  readonly hash: Hex;
  /** EIP-2718 form. */
  readonly raw: Hex;
}

export interface Relayed {
  /** Hash of the first attempt. */
  readonly id: Hex;
  readonly nonce: number;
  /** All with the same nonce, so that one of them at most gets into the chain. Oldest first. */
  readonly attempts: readonly Attempt[];
  readonly fees: Fees;
  readonly gas: bigint;
  /** Input of the call to the forwarder. */
  readonly data: Hex;
  readonly call: UserCall;
  readonly userId: string;
  readonly kind: ActionKind;
  readonly wei: bigint;
  /** Day its amount counts for. */
  readonly day: number;
}

const table = "relayed";

/** Numbers that JSON has no form for are text with an n. */
const encode = (relayed: Relayed): string =>
  JSON.stringify(relayed, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

const decode = (text: string): Relayed =>
  JSON.parse(text, (_, value) =>
    typeof value === "string" && /^[0-9]+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  );

export const relayedChange = (relayed: Relayed): Change => ({
  table,
  id: relayed.id,
  value: encode(relayed),
});

export const relayedRemoval = ({ id }: Relayed): Change => ({ table, id, value: undefined });

/** By nonce. */
export async function listRelayed(records: Records): Promise<readonly Relayed[]> {
  const found = await records.list(table);
  return found.map(decode).sort((a, b) => a.nonce - b.nonce);
}
