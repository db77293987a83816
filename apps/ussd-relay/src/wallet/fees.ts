/** Computes the fees of transactions and of their replacements (EIP-1559). */

/** Wei per unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Factor between the current gas price and the maximum fee; a block may raise its minimum by one per cent. */
const headroom = 4n;
/** Divisor of the gas price for the tip, which orders the wallet before transactions without one. */
const tipShare = 10n;
/** A replacement pays a quarter more; pools require at least a tenth. */
const bumpUp = 5n;
const bumpDown = 4n;

export const firstFees = (gasPrice: bigint): Fees => ({
  maxFeePerGas: gasPrice * headroom,
  maxPriorityFeePerGas: gasPrice / tipShare,
});

/** Returns the fees of a replacement: at least those of a new transaction. */
export function raisedFees(fees: Fees, gasPrice: bigint): Fees {
  const now = firstFees(gasPrice);
  return {
    maxFeePerGas: greater(raised(fees.maxFeePerGas), now.maxFeePerGas),
    maxPriorityFeePerGas: greater(raised(fees.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  };
}

/** Raises a price by a quarter, rounded up so that 1 grows too. */
const raised = (price: bigint) => (price * bumpUp + bumpDown - 1n) / bumpDown;
const greater = (a: bigint, b: bigint) => (a > b ? a : b);
