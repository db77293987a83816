/** Declares a call request with everything that is decided before its execution. */
import type { Address, CallRequest } from "@tandem/primitives";
import type { BlockEnv } from "../environment/block-env.js";
import type { Watcher } from "../library/probe.js";
import type { GasOwed } from "./intrinsic-gas.js";

export interface EvmCall {
  readonly request: CallRequest;
  readonly from: Address;
  /** The block in which the call is executed. */
  readonly env: BlockEnv;
  /** Wei per unit of gas. */
  readonly gasPrice: bigint;
  /**
   * Whether BASEFEE returns the block's price although the call pays nothing. Otherwise it returns zero to such a
   * call, so that `gasprice - basefee` is never negative.
   */
  readonly keepsBaseFee?: boolean;
  /** The gas limit, at least the intrinsic gas. */
  readonly gas: bigint;
  readonly owed: GasOwed;
  readonly watcher?: Watcher | undefined;
  /** Whether nobody reads the state after the call, so that its changes need not be written. */
  readonly isForgotten?: boolean;
}

/** Returns whether BASEFEE returns zero to a call instead of the block's price. */
export const hidesBaseFee = ({ gasPrice, keepsBaseFee = false }: EvmCall): boolean =>
  gasPrice === 0n && !keepsBaseFee;
