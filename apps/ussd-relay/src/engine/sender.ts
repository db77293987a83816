/**
 * Signs and sends the transactions of the relay's wallet, one at a time across all instances on the same
 * records. Each is stored with its answer before it is broadcast, so a relay that is killed in between
 * sends the same transaction again and never a second one.
 */
import { messageOf, SerialQueue, TaskNotStarted } from "@tandem/runtime";
import type { Hex } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import type { Claim } from "../records/records.js";
import { type Fees, firstFees, raisedFees } from "../wallet/fees.js";
import { type ActionKind, titles } from "./action.js";
import { withClaims } from "./claims.js";
import { groupByWallet, listOutgoing, loadOutgoing, type Outgoing } from "./outgoing.js";
import { mayHelpToRaise, signAttempt } from "./replacement.js";
import type { WalletContext } from "./wallet-context.js";

/** Thrown when nothing was sent and the user can try again. */
export class NotSent extends Error {}

/** Thrown when nobody knows whether a transaction is stored, in which case the follower sends it. */
export class OutcomeUnknown extends Error {}

/** Returns the name of the text that tells a user what an error means for a payment. */
export function unsentText(error: unknown): "notSent" | "uncertain" | "unavailable" {
  if (error instanceof OutcomeUnknown) return "uncertain";
  return error instanceof NotSent || error instanceof TaskNotStarted ? "notSent" : "unavailable";
}

export type Preparation =
  /** The call data and the gas limit. */
  | { readonly kind: "ready"; readonly data: Hex; readonly gas: bigint }
  /** The contract would revert the call. */
  | { readonly kind: "refused"; readonly reason: string };

export interface Order {
  readonly kind: ActionKind;
  /** Runs while the wallet is claimed, once before each signature. */
  prepare(): Promise<Preparation>;
  /** Stores the transaction with its answer. @returns false when another instance has taken over. */
  keep(outgoing: Outgoing, wallet: Claim): Promise<boolean>;
  /** Undoes `keep` after the node has refused the transaction. @returns as `keep`. */
  drop(outgoing: Outgoing, wallet: Claim): Promise<boolean>;
}

export type SendResult =
  | { readonly kind: "sent"; readonly outgoing: Outgoing }
  /** The contract would revert the call; nothing was signed. */
  | { readonly kind: "refused"; readonly reason: string };

export interface SenderOptions extends WalletContext {
  readonly chain: Pick<Chain, "broadcast" | "walletState" | "gasPrice" | "coinsOf">;
  readonly queuedMax?: number;
  /** Called after each transaction that was sent. */
  readonly onSent: () => void;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #queue: SerialQueue;
  readonly #wallet: Claim;

  constructor(options: SenderOptions) {
    this.#options = options;
    const { now, signer, token, queuedMax: max = relayLimits.queuedMax } = options;
    this.#queue = new SerialQueue({ max, waitMsMax: relayLimits.queueMsMax, now });
    this.#wallet = { id: `wallet:${signer.address}`, token };
  }

  /**
   * Sends one transaction. Nothing was sent when it rejects, except with `OutcomeUnknown`.
   * @throws {NotSent} @throws {TaskNotStarted} @throws {ConnectionError} @throws {RecordsAway}
   * @throws {OutcomeUnknown}
   */
  send(order: Order): Promise<SendResult> {
    return this.#queue.run(async () => {
      const turn = { held: [this.#wallet], waitMs: relayLimits.queueMsMax };
      const { records } = this.#options;
      const result = await withClaims(records, turn, () => this.#sendNow(order));
      if (result === undefined) throw new TaskNotStarted("another instance uses the wallet");
      return result;
    });
  }

  /** Resolves when the queue is empty. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #sendNow(order: Order): Promise<SendResult> {
    const raises = { count: 0, until: this.#options.now() + relayLimits.raisingMsMax };
    /** Fees that the node has refused. */
    let refused: Fees | undefined;
    for (let signatures = 0; signatures < relayLimits.signaturesMax; ) {
      const signed = await this.#sign(order, refused);
      if (signed.kind === "refused") return signed;
      const { outgoing } = signed;
      if (!(await this.#store(order, outgoing))) throw new NotSent("the claims were lost");
      const result = await this.#handOver(signed);
      if (result.kind === "accepted" || !(await this.#remove(order, outgoing))) {
        this.#options.log.info(`${titles[order.kind]} submitted: ${outgoing.id}`);
        this.#options.onSent();
        return { kind: "sent", outgoing };
      }
      if (result.kind === "nonce-used") signatures++;
      else if (await this.#mayRaise(outgoing, raises)) refused = outgoing.fees;
      else throw new NotSent(`the node refused a ${order.kind}: ${result.message}`);
    }
    throw new NotSent("another program uses the wallet: its nonces are taken");
  }

  /** Returns whether a refused transaction is signed again at a higher fee, and counts it. */
  async #mayRaise(
    outgoing: Outgoing,
    raises: { count: number; readonly until: number },
  ): Promise<boolean> {
    const { chain, signer, now } = this.#options;
    raises.count++;
    if (raises.count > relayLimits.replacementsMax || now() > raises.until) return false;
    return mayHelpToRaise(outgoing, signer.address, chain);
  }

  /** Returns whether the transaction is stored. @throws {OutcomeUnknown} @throws {RecordsAway} */
  async #store(order: Order, outgoing: Outgoing): Promise<boolean> {
    try {
      return await order.keep(outgoing, this.#wallet);
    } catch (error) {
      if (await this.#isStored(outgoing)) return true;
      throw error;
    }
  }

  /**
   * Removes a transaction that the node has refused.
   * @returns false when it stays stored, so that the follower sends it again.
   * @throws {OutcomeUnknown} @throws {RecordsAway}
   */
  async #remove(order: Order, outgoing: Outgoing): Promise<boolean> {
    try {
      return await order.drop(outgoing, this.#wallet);
    } catch (error) {
      if (await this.#isStored(outgoing)) return false;
      throw error;
    }
  }

  /**
   * Returns whether a transaction is stored, after a write without an answer. That write may still be
   * on its way: it needs the claim of the wallet, so it writes nothing once this is released.
   * @throws {OutcomeUnknown}
   */
  async #isStored({ id }: Outgoing): Promise<boolean> {
    const { records, log } = this.#options;
    log.warn(`the records did not say whether they have ${id}`);
    try {
      await records.release(this.#wallet);
      return (await loadOutgoing(records, id)) !== undefined;
    } catch (cause) {
      throw new OutcomeUnknown(`nobody knows whether ${id} is stored`, { cause });
    }
  }

  /** Broadcasts a transaction. Without an answer it counts as accepted, because the follower sends it again. */
  async #handOver({ outgoing, raw }: { readonly outgoing: Outgoing; readonly raw: Hex }) {
    const { chain, log } = this.#options;
    return chain.broadcast(raw).catch((error): Broadcast => {
      log.warn(`the node did not say whether it has ${outgoing.id}: ${messageOf(error)}`);
      return { kind: "accepted" };
    });
  }

  /** @param refused fees to exceed, because the node has refused them. */
  async #sign(order: Order, refused: Fees | undefined) {
    const { records, signer, chain } = this.#options;
    const [prepared, state, waiting] = await Promise.all([
      order.prepare(),
      chain.walletState(signer.address),
      listOutgoing(records),
    ]);
    if (prepared.kind === "refused") return prepared;
    const { data, gas } = prepared;
    const own = (await groupByWallet(waiting)).get(signer.address) ?? [];
    const nonce = own.reduce((next, one) => Math.max(next, one.nonce + 1), state.nonce);
    const fees =
      refused === undefined ? firstFees(state.gasPrice) : raisedFees(refused, state.gasPrice);
    const first = await signAttempt({ nonce, data, gas, fees }, this.#options);
    const outgoing: Outgoing = {
      id: first.hash,
      wallet: signer.address,
      nonce,
      attempts: [first],
      fees,
      gas,
      data,
      kind: order.kind,
    };
    return { kind: "signed", outgoing, raw: first.raw } as const;
  }
}
