/** Signs transactions again at a higher fee. */
import { type Hex, keccak256 } from "viem";
import { raisedFees } from "../wallet/fees.js";
import type { Attempt, Outgoing } from "./outgoing.js";
import type { WalletContext } from "./wallet-context.js";

/**
 * Signs the same call and nonce at a fee raised to at least that of a new transaction.
 * @param gasPrice the node's, in wei.
 */
export async function signReplacement<T extends Outgoing>(
  outgoing: T,
  gasPrice: bigint,
  { signer, chainId, target }: Pick<WalletContext, "signer" | "chainId" | "target">,
): Promise<{ readonly replaced: T; readonly newest: Attempt }> {
  const { nonce, data, gas, attempts } = outgoing;
  const fees = raisedFees(outgoing.fees, gasPrice);
  const raw: Hex = await signer.sign({
    ...{ type: "eip1559", chainId, nonce, to: target, data, gas },
    ...fees,
  });
  const newest = { hash: keccak256(raw), raw };
  return { replaced: { ...outgoing, fees, attempts: [...attempts, newest] }, newest };
}
