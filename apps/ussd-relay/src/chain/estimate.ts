/** Estimates the gas of a call, or returns the reason of its revert. */
import { type Calls, ConnectionError } from "@tandem/rpc/client";
import { reasonOfRevert } from "./failure-reason.js";

export type Estimate =
  | { readonly kind: "gas"; readonly gas: bigint }
  | { readonly kind: "reverts"; readonly reason: string };

/** A call to a contract, without value. */
interface EstimatedCall {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly data: Uint8Array;
}

/**
 * Estimates on the pending state, so that transactions sent a moment ago count.
 * @param calls a client or a batch.
 * @throws {ConnectionError} @throws {RpcError} when the call cannot run, also for lack of funds.
 */
export async function estimateOf(
  calls: Pick<Calls, "eth_estimateGas">,
  call: EstimatedCall,
): Promise<Estimate> {
  try {
    const gas = await calls.eth_estimateGas({ call, block: { tag: "pending" } });
    if (gas === undefined) throw new ConnectionError("the node has no pending block");
    return { kind: "gas", gas };
  } catch (error) {
    const reason = reasonOfRevert(error);
    if (reason === undefined) throw error;
    return { kind: "reverts", reason };
  }
}
