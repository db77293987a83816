/** Selects the rules of calls and estimates, by the node whose errors this one returns. */
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

/** Returns the rules of calls and estimates; undefined for the standard ones. */
export const callRulesOf = (form: ErrorForm): CallRules | undefined => callRules[form];
