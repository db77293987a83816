/** Gas and its price, from what the node estimates. Pure. */
import type { Preparation } from "../chain/chain.js";
import { loanActiveReason } from "../chain/contract.js";
import type { PaidKind } from "../session/store.js";
import { type Fees, firstFees } from "./fees.js";

export type Gas =
  | ({ readonly kind: "gas"; readonly gasLimit: bigint } & Fees)
  | { readonly kind: "refused"; readonly reason: string };

/** Part of the estimate on top, for a state that has changed meanwhile. */
const gasMargin = 4n;
/** For a loan that will fail: it is broadcast all the same, and reverts at a third of this. */
const loanGasLimit = 150_000n;

/**
 * What would revert is not sent, with one exception: a second loan, which the specification wants
 * refused by the contract, on the chain.
 */
export function gasFor(kind: PaidKind, { estimate, gasPrice }: Preparation): Gas {
  const isForChain =
    estimate.kind === "reverts" && kind === "loan" && estimate.reason === loanActiveReason;
  if (estimate.kind === "reverts" && !isForChain) {
    return { kind: "refused", reason: estimate.reason };
  }
  const gasLimit = estimate.kind === "gas" ? estimate.gas + estimate.gas / gasMargin : loanGasLimit;
  return { kind: "gas", gasLimit, ...firstFees(gasPrice) };
}
