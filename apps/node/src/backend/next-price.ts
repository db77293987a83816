/** Computes the price of the next block. */
import { type Chain, minimumGasPriceAfter } from "@tandem/chain";

/** Returns the minimum gas price of the next block, in wei. */
export const nextPriceOf = (chain: Chain): bigint =>
  minimumGasPriceAfter(
    chain.head().header,
    chain.controls.targets().minimumGasPriceTarget,
    chain.time.requested(),
  );
