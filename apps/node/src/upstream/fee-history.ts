/** Adapts fee histories that the forked chain answers. */
import type { Chain } from "@tandem/chain";
import { toQuantity } from "@tandem/primitives";
import { feeBlocksMax } from "@tandem/rpc";
import { headerAt } from "../backend/locate.js";
import { nextPriceOf } from "../backend/next-price.js";

/** Shortens the range of a request, because not every node does. The other parameters stay as they are. */
export function shortenFeeHistory([blockCount, ...others]: readonly unknown[]): unknown[] {
  const isLong = Number(blockCount) > feeBlocksMax;
  return [isLong ? toQuantity(feeBlocksMax) : blockCount, ...others];
}

/** Replaces the last price of an answer up to the forked block: a block of this chain follows that block. */
export function withOwnNextPrice(answer: unknown, forkedHeight: number, chain: Chain): unknown {
  const prices = (answer as { readonly baseFeePerGas?: unknown } | null | undefined)?.baseFeePerGas;
  if (!Array.isArray(prices) || prices.length === 0) return answer;
  const next = headerAt(chain, { number: forkedHeight + 1 })?.minimumGasPrice;
  const price = toQuantity(next ?? nextPriceOf(chain));
  return { ...(answer as object), baseFeePerGas: prices.with(-1, price) };
}
