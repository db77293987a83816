/** Signs transactions, also again at a higher fee, and sends the versions before. */
import { type Hex, keccak256 } from "viem";
import type { Chain } from "../chain/chain.js";
import { raisedFees } from "../wallet/fees.js";
import type { Attempt, Outgoing } from "./outgoing.js";
import type { WalletContext } from "./wallet-context.js";

type SigningContext = Pick<WalletContext, "signer" | "chainId" | "target">;

/** Signs a call of the contract. */
export async function signAttempt(
  { nonce, data, gas, fees }: Pick<Outgoing, "nonce" | "data" | "gas" | "fees">,
  { signer, chainId, target: to }: SigningContext,
): Promise<Attempt> {
  const raw = await signer.sign({ type: "eip1559", chainId, nonce, to, data, gas, ...fees });
  return { hash: keccak256(raw), raw };
}

/**
 * Signs the same call and nonce at a fee raised to at least that of a new transaction.
 * @param gasPrice the node's, in wei.
 */
export async function signReplacement<T extends Outgoing>(
  outgoing: T,
  gasPrice: bigint,
  context: SigningContext,
): Promise<{ readonly replaced: T; readonly newest: Attempt }> {
  const fees = raisedFees(outgoing.fees, gasPrice);
  const newest = await signAttempt({ ...outgoing, fees }, context);
  return { replaced: { ...outgoing, fees, attempts: [...outgoing.attempts, newest] }, newest };
}

/**
 * Returns whether a higher fee may change that the node refuses a transaction. A node whose pool is full
 * takes what pays more than the cheapest there, so a refusal of a sufficient fee is answered with a higher
 * one while the wallet can pay it, up to a tip that doubles the price of the gas.
 */
export async function mayHelpToRaise(
  { fees, gas }: Outgoing,
  wallet: Hex,
  chain: Pick<Chain, "gasPrice" | "coinsOf">,
): Promise<boolean> {
  const gasPrice = await chain.gasPrice();
  if (fees.maxFeePerGas < gasPrice) return true;
  const { maxFeePerGas, maxPriorityFeePerGas } = raisedFees(fees, gasPrice);
  if (maxPriorityFeePerGas > gasPrice) return false;
  return (await chain.coinsOf(wallet)) >= gas * maxFeePerGas;
}

/**
 * Sends the newest version that the node takes. The node may have lost it, and the wallet may be
 * unable to pay for a version signed later.
 * @param former the newest first.
 */
export async function sendFormer(
  former: readonly Attempt[],
  chain: Pick<Chain, "broadcast">,
): Promise<void> {
  for (const { raw } of former) {
    const result = await chain.broadcast(raw);
    if (result.kind !== "refused") return;
  }
}
