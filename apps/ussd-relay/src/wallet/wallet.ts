/**
 * The one wallet that pays for everybody. In its queue a transaction is prepared, signed, written
 * down, and only then broadcast: a relay that dies in between sends the same one again, and the
 * same session never leads to a second.
 */

import { SerialQueue, type SerialQueueOptions } from "@tandem/runtime";
import { type Hex, keccak256 } from "viem";
import type { Chain } from "../chain/chain.js";
import type { Log } from "../log.js";
import type { Screen } from "../menu/screens.js";
import type { PaidPost, Sending } from "../session/store.js";
import { type Gas, gasFor } from "./gas.js";
import { handOver } from "./hand-over.js";
import type { Outbox } from "./outbox.js";
import type { Signer } from "./signer.js";
import { titles } from "./titles.js";

/** Nothing was sent, for a reason that is not the user's; he may try again. */
export class NotSent extends Error {}

export interface Payment {
  readonly post: PaidPost;
  /** Input of the call to the contract. */
  readonly data: Hex;
  /** Tells the user about the transaction of this hash. */
  readonly screenOf: (hash: Hex) => Screen;
}

export type Outcome =
  | { readonly kind: "sent"; readonly screen: Screen }
  /** The contract would not have it; nothing was signed. */
  | { readonly kind: "refused"; readonly reason: string };

export interface WalletOptions {
  readonly chain: Chain;
  readonly chainId: number;
  readonly contract: Hex;
  readonly signer: Signer;
  readonly outbox: Outbox;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly queue: SerialQueueOptions;
  readonly signaturesMax: number;
  /** Called when there is one more transaction to wait for. */
  readonly onSent: () => void;
}

export class Wallet {
  readonly #options: WalletOptions;
  readonly #queue: SerialQueue;

  constructor(options: WalletOptions) {
    this.#options = options;
    this.#queue = new SerialQueue(options.queue);
  }

  get address(): Hex {
    return this.#options.signer.address;
  }

  /** @throws {NotSent} @throws {TaskNotStarted} @throws {ConnectionError} each of them: nothing was sent. */
  pay(payment: Payment): Promise<Outcome> {
    return this.#queue.run(() => this.#payNow(payment));
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #payNow(payment: Payment): Promise<Outcome> {
    const { chain, outbox, log, signaturesMax } = this.#options;
    const { kind } = payment.post;
    for (let signatures = 0; signatures < signaturesMax; signatures++) {
      const prepared = await chain.prepare(this.address, payment.data);
      const gas = gasFor(kind, prepared);
      if (gas.kind === "refused") return gas;
      const nonce = Math.max(prepared.nonce, outbox.nextNonce());
      const { sending, screen } = await this.#sign(payment, nonce, gas);
      const result = await handOver(this.#options, sending);
      if (result.kind === "accepted") {
        log.info(`${titles[kind]} submitted: ${sending.hash}`);
        outbox.follow(sending);
        this.#options.onSent();
        return { kind: "sent", screen };
      }
      await outbox.drop(sending);
      if (result.kind === "refused") {
        throw new NotSent(`the node refused a ${kind}: ${result.message}`);
      }
    }
    throw new NotSent("another program uses the wallet: its nonces are taken");
  }

  async #sign(payment: Payment, nonce: number, gas: Extract<Gas, { kind: "gas" }>) {
    const { signer, chainId, contract, outbox, now } = this.#options;
    const { post, data } = payment;
    const { gasLimit, maxFeePerGas, maxPriorityFeePerGas } = gas;
    const raw = await signer.sign({
      type: "eip1559",
      chainId,
      nonce,
      to: contract,
      data,
      gas: gasLimit,
      maxFeePerGas,
      maxPriorityFeePerGas,
    });
    const hash = keccak256(raw);
    const sending: Sending = { hash, raw, nonce, post };
    const screen = payment.screenOf(hash);
    await outbox.keep(sending, screen, now());
    return { sending, screen };
  }
}
