/** Brings a transaction that is written down to the node for the first time. */
import type { Hex } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import type { Chain } from "../chain/chain.js";
import { type Log, messageOf } from "../log.js";

export interface Courier {
  readonly chain: Pick<Chain, "broadcast">;
  readonly log: Log;
}

/** When nobody knows whether the node has it, it counts as accepted: it will be sent again. */
export async function handOver(
  { chain, log }: Courier,
  { hash, raw }: { readonly hash: Hex; readonly raw: Hex },
): Promise<Broadcast> {
  try {
    return await chain.broadcast(raw);
  } catch (error) {
    log.warn(`the node did not say whether it has ${hash}: ${messageOf(error)}`);
    return { kind: "accepted" };
  }
}
