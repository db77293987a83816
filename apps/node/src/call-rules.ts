/** Declares the rules of calls, estimates and the pool, by the node whose errors this one returns. */
import type { ChainOptions } from "@tandem/chain";
import type { ErrorForm } from "@tandem/rpc";
import type { ExecutionSettings } from "@tandem/state";
import type { Config } from "./config/settings.js";

/** The options of a chain by which it behaves like another node for clients. */
interface ClientRules extends Pick<ChainOptions, "admissionRule" | "isHeadFinal"> {
  readonly callRules?: ExecutionSettings["callRules"];
}

/** The tip that Hardhat's network and anvil suggest whatever recent blocks paid, in wei. */
const otherNodesTip = 1_000_000_000n;

/** The suggested tips, in wei; undefined follows what recent blocks paid. */
export const suggestedTips: Readonly<Record<ErrorForm, bigint | undefined>> = {
  standard: undefined,
  hardhat: otherNodesTip,
  anvil: otherNodesTip,
};

/**
 * The measured rules. Hardhat's network checks no balance outside of transactions, and its estimates
 * are above the intrinsic gas, so that a plain transfer takes 21,001, and pay a tip of one gwei by default. anvil checks the balance of calls,
 * and of estimates that are no plain transfers. Both take any price for calls and estimates, and on
 * Hardhat's network the base fee of these is zero. anvil refuses a transaction below the price of the next
 * block. Hardhat's network does so while it mines each transaction at once, and then queues none;
 * otherwise a transaction waits for any price. Its newest block is final.
 */
export const clientRules: Readonly<Record<ErrorForm, ClientRules>> = {
  standard: {},
  hardhat: {
    callRules: {
      fundsSender: "calls and estimates",
      estimateMargin: 1n,
      estimateTip: otherNodesTip,
      lowPrices: "without a base fee",
    },
    admissionRule: "mined-at-once",
    isHeadFinal: true,
  },
  anvil: {
    callRules: { fundsSender: "estimates of transfers", lowPrices: "below the base fee" },
    admissionRule: "raised-price",
  },
};

/** Returns the choices of the settings that every reader of the chain follows. */
export function readingOf(config: Config): Pick<ChainOptions, "execution" | "isHeadFinal"> {
  const { callRules, isHeadFinal } = clientRules[config.errors];
  const usesEngine = config.evm === "engine";
  return { execution: { usesEngine, callRules, callGas: config["call-gas"] }, isHeadFinal };
}
