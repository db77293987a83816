/** Reads the receipts of followed transactions. */
import type { Hex } from "viem";
import type { Chain, Receipt } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import type { Outgoing } from "./outgoing.js";

/** Returns the receipts of all versions of the transactions, by hash. @throws {ConnectionError} */
export async function receiptsOf(
  several: readonly Outgoing[],
  chain: Pick<Chain, "receipts">,
): Promise<ReadonlyMap<Hex, Receipt>> {
  const hashes = several.flatMap(({ attempts }) => attempts.map(({ hash }) => hash));
  const found = new Map<Hex, Receipt>();
  // Each transaction can have many versions, and nodes refuse long batches.
  for (let i = 0; i < hashes.length; i += relayLimits.receiptsPerBatch) {
    const batch = hashes.slice(i, i + relayLimits.receiptsPerBatch);
    for (const receipt of await chain.receipts(batch)) found.set(receipt.hash, receipt);
  }
  return found;
}
