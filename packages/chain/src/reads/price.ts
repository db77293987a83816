/** Computes the gas price that `eth_gasPrice` returns. */
import type { BlockHash, StoredBlock } from "@tandem/primitives";
import { chainLimits } from "../limits.js";
import type { Blocks } from "./blocks.js";

/** The median prices of heads, since wallets ask for the price of the same head again and again. */
const medians = new WeakMap<StoredBlock, bigint>();

/**
 * Suggests a gas price: the larger of the head's floor plus a tenth and the median price paid in
 * the last blocks with transactions.
 * @param next the floor of the next block, in wei, if it is not the head's.
 * @returns wei.
 */
export function suggestGasPrice(
  head: StoredBlock,
  blocks: Blocks,
  next: bigint = head.header.minimumGasPrice,
): bigint {
  const floor = (next * 11n) / 10n;
  const median = medians.get(head) ?? medianOf(recentPrices(head.hash, blocks));
  medians.set(head, median);
  return median > floor ? median : floor;
}

/** Returns how many transactions paid each price. */
function recentPrices(head: BlockHash, blocks: Blocks): ReadonlyMap<bigint, number> {
  const recent = new Map<bigint, number>();
  let counted = 0;
  let hash: BlockHash | undefined = head;
  for (let searched = 0; searched < chainLimits.priceBlocksSearched && hash; searched++) {
    const paid = blocks.pricesPaid(hash);
    if (paid === undefined) break;
    for (const [price, { times }] of paid) recent.set(price, (recent.get(price) ?? 0) + times);
    if (paid.size > 0) counted++;
    if (counted === chainLimits.priceBlocks) break;
    hash = blocks.header(hash)?.parentHash;
  }
  return recent;
}

function medianOf(prices: ReadonlyMap<bigint, number>): bigint {
  const ascending = [...prices].sort(([a], [b]) => (a < b ? -1 : 1));
  let left = ascending.reduce((sum, [, times]) => sum + times, 0) >> 1;
  for (const [price, times] of ascending) {
    left -= times;
    if (left < 0) return price;
  }
  return 0n;
}
