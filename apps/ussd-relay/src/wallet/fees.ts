/** What the wallet pays for a unit of gas, and how much more when that was not enough. Pure. */

/** Wei for a unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Times the price of now that may be paid: a block may raise its floor by one per cent. */
const headroom = 4n;
/** Part of the price that is a tip, so that the wallet comes before who pays the floor. */
const tipShare = 10n;
/** A replacement pays a quarter more; pools want at least a tenth. */
const [bumpUp, bumpDown] = [5n, 4n];

export const firstFees = (gasPrice: bigint): Fees => ({
  maxFeePerGas: gasPrice * headroom,
  maxPriorityFeePerGas: gasPrice / tipShare,
});

/** At least what a transaction of now would pay. */
export function raisedFees(fees: Fees, gasPrice: bigint): Fees {
  const now = firstFees(gasPrice);
  return {
    maxFeePerGas: greater(raised(fees.maxFeePerGas), now.maxFeePerGas),
    maxPriorityFeePerGas: greater(raised(fees.maxPriorityFeePerGas), now.maxPriorityFeePerGas),
  };
}

/** Rounded up, so that the smallest price grows too. */
const raised = (price: bigint) => (price * bumpUp + bumpDown - 1n) / bumpDown;
const greater = (a: bigint, b: bigint) => (a > b ? a : b);
