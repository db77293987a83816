/** Fills nonces that no transaction has, so that later ones of the wallet can be executed. */
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import { firstFees } from "../wallet/fees.js";
import { groupByWallet, type Outgoing } from "./outgoing.js";
import type { WalletContext } from "./wallet-context.js";

/** Gas of a transfer without data. */
const gas = 21_000n;

export interface GapOptions extends Pick<WalletContext, "chainId" | "signer" | "log"> {
  readonly chain: Pick<Chain, "broadcast" | "walletState">;
}

/**
 * Sends the wallet an empty transaction for each nonce between those that the node has and the first that is followed. Such
 * a gap is left where the node lost settled transactions: their block was replaced, or its chain was restored from a copy.
 * @param all followed transactions, in nonce order.
 * @throws {ConnectionError}
 */
export async function fillNonceGap(
  all: readonly Outgoing[],
  { chain, chainId, signer, log }: GapOptions,
): Promise<void> {
  const [first] = (await groupByWallet(all)).get(signer.address) ?? [];
  if (first === undefined) return;
  const { nonce, gasPrice } = await chain.walletState(signer.address);
  const end = Math.min(first.nonce, nonce + relayLimits.gapNoncesMax);
  if (nonce >= end) return;
  log.warn(
    `the node has no transactions for the nonces ${nonce} to ${first.nonce - 1} of the wallet: empty ones take them`,
  );
  for (let missing = nonce; missing < end; missing++) {
    const raw = await signer.sign({
      ...{ type: "eip1559", chainId, nonce: missing, to: signer.address, gas },
      ...firstFees(gasPrice),
    });
    const result = await chain.broadcast(raw);
    if (result.kind === "refused") return log.warn(`the node refused one: ${result.message}`);
  }
}
