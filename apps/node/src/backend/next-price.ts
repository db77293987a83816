/** Computes the price of the next block, and the price that is suggested for transactions. */
import { type Chain, minimumGasPriceAfter, suggestGasPrice } from "@tandem/chain";

/** Returns the minimum gas price of the next block, in wei. */
export const nextPriceOf = (chain: Chain): bigint =>
  minimumGasPriceAfter(
    chain.head().header,
    chain.controls.targets().minimumGasPriceTarget,
    chain.time.requested(),
  );

/**
 * Returns the price that `eth_gasPrice` answers and that a transaction without a price pays, in wei.
 * @param tip the part above the price of the next block; undefined follows what recent blocks paid.
 */
export function suggestedPrice(chain: Chain, tip: bigint | undefined): bigint {
  if (tip !== undefined) return nextPriceOf(chain) + tip;
  return suggestGasPrice(chain.head(), chain.blocks, chain.time.requested().minimumGasPrice);
}
