/** Selects the rules of calls, estimates and the pool, by the node whose errors this one returns. */
import type { ChainOptions } from "@tandem/chain";
import type { ErrorForm } from "@tandem/rpc";
import type { CallRules } from "@tandem/state";

/**
 * The measured rules: Hardhat's network checks no balance outside of transactions, and its
 * estimates are above the intrinsic gas, so that a plain transfer takes 21,001. anvil checks the
 * balance of calls.
 */
const callRules: Readonly<Record<ErrorForm, CallRules | undefined>> = {
  standard: undefined,
  hardhat: { fundsSender: "calls and estimates", estimateMargin: 1n },
  anvil: { fundsSender: "estimates" },
};

/**
 * anvil refuses a transaction below the price of the next block, and Hardhat's network while it mines each
 * transaction at once.
 */
const belowRaised: Readonly<Record<ErrorForm, ChainOptions["refusesBelowRaised"]>> = {
  standard: undefined,
  hardhat: "automining",
  anvil: "always",
};

/** Returns the rules of calls and estimates; undefined for the standard ones. */
export const callRulesOf = (form: ErrorForm): CallRules | undefined => callRules[form];

/** Returns the options of a chain by which it behaves like that node for clients. */
export const clientRulesOf = (
  form: ErrorForm,
): Pick<ChainOptions, "callRules" | "refusesBelowRaised"> => ({
  callRules: callRules[form],
  refusesBelowRaised: belowRaised[form],
});
