/** Fills nonces that no transaction has, so that later ones of the wallet can be executed. */
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import { firstFees } from "../wallet/fees.js";
import { groupByWallet, type Outgoing } from "./outgoing.js";
import type { WalletContext } from "./wallet-context.js";

/** Gas of a transfer without data. */
const gas = 21_000n;

export interface GapOptions extends Pick<WalletContext, "chainId" | "signer" | "log" | "now"> {
  readonly chain: Pick<Chain, "broadcast" | "walletState">;
}

export class NonceGap {
  readonly #options: GapOptions;
  /** The times at which the present gap was found first and last; undefined: there is none, as far as this process knows. */
  #found: { readonly first: number; readonly last: number } | undefined;

  constructor(options: GapOptions) {
    this.#options = options;
  }

  /**
   * Sends the wallet an empty transaction for each nonce between those that the node has and the first that is followed. Such
   * a gap is left where the node lost settled transactions: their block was replaced, or its chain was restored from a copy.
   * One that has just been found is left alone: a node that is some blocks late, or has not returned the transactions of a
   * replaced block to its pool yet, would take the empty ones in place of these, whose users were told that they arrived.
   * @param all followed transactions, in nonce order.
   * @throws {ConnectionError}
   */
  async fill(all: readonly Outgoing[]): Promise<void> {
    const { chain, signer, log } = this.#options;
    const [first] = (await groupByWallet(all)).get(signer.address) ?? [];
    const { nonce, gasPrice } = await chain.walletState(signer.address);
    if (first === undefined || nonce >= first.nonce) this.#found = undefined;
    else if (this.#isLasting()) {
      log.warn(
        `the node has no transactions for the nonces ${nonce} to ${first.nonce - 1} of the wallet: empty ones take them`,
      );
      await this.#send(nonce, Math.min(first.nonce, nonce + relayLimits.gapNoncesMax), gasPrice);
    }
  }

  /** Returns whether a gap that is found now was there for a while, without a long time in which nobody looked. */
  #isLasting(): boolean {
    const { lostMs } = relayLimits;
    const now = this.#options.now();
    const { first, last } = this.#found ?? { first: now, last: now };
    this.#found = { first: now - last > lostMs ? now : first, last: now };
    return now - this.#found.first >= lostMs;
  }

  async #send(from: number, end: number, gasPrice: bigint): Promise<void> {
    const { chain, chainId, signer, log } = this.#options;
    for (let nonce = from; nonce < end; nonce++) {
      const raw = await signer.sign({
        type: "eip1559",
        chainId,
        nonce,
        to: signer.address,
        gas,
        ...firstFees(gasPrice),
      });
      const result = await chain.broadcast(raw);
      if (result.kind === "refused") return log.warn(`the node refused one: ${result.message}`);
    }
  }
}
