/** Declares the rules of calls, estimates and the pool, by the node whose errors this one returns. */
import type { ChainOptions } from "@tandem/chain";
import type { ErrorForm } from "@tandem/rpc";

/** The options of a chain by which it behaves like another node for clients. */
type ClientRules = Pick<ChainOptions, "callRules" | "refusesBelowRaised">;

/**
 * The measured rules. Hardhat's network checks no balance outside of transactions, and its estimates
 * are above the intrinsic gas, so that a plain transfer takes 21,001. anvil checks the balance of calls,
 * and of estimates that are no plain transfers, and takes any price for them. It refuses a transaction below the price of the next block, and Hardhat's network does so while it
 * mines each transaction at once.
 */
export const clientRules: Readonly<Record<ErrorForm, ClientRules>> = {
  standard: {},
  hardhat: {
    callRules: { fundsSender: "calls and estimates", estimateMargin: 1n },
    refusesBelowRaised: "automining",
  },
  anvil: {
    callRules: { fundsSender: "estimates of transfers", takesLowPrices: true },
    refusesBelowRaised: "always",
  },
};
