/** What a unit of gas costs now: what `eth_gasPrice` answers. */
import type { StoredBlock } from "@tandem/primitives";
import type { Blocks } from "./blocks.js";
import { chainLimits } from "./limits.js";

/**
 * The larger of the head's floor and a tenth, and the median price paid in the last blocks that
 * have transactions.
 * @returns wei.
 */
export function suggestGasPrice(head: StoredBlock, blocks: Blocks): bigint {
  const floor = (head.header.minimumGasPrice * 11n) / 10n;
  const median = medianOf(recentPrices(head, blocks));
  return median > floor ? median : floor;
}

function recentPrices(head: StoredBlock, blocks: Blocks): bigint[] {
  const prices: bigint[] = [];
  let counted = 0;
  let block: StoredBlock | undefined = head;
  for (let searched = 0; searched < chainLimits.priceBlocksSearched && block; searched++) {
    if (block.receipts.length > 0) {
      prices.push(...block.receipts.map((receipt) => receipt.effectiveGasPrice));
      counted++;
    }
    if (counted === chainLimits.priceBlocks) break;
    block = blocks.block(block.header.parentHash);
  }
  return prices;
}

function medianOf(values: bigint[]): bigint {
  if (values.length === 0) return 0n;
  values.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return values[values.length >> 1] as bigint;
}
