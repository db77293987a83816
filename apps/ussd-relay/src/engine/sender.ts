/**
 * Signs and sends transactions of the relay's wallet, one at a time, here and in every other
 * instance on the same records. Each is on record, with the answer that tells of it, before a node
 * sees it: a relay that dies in between sends the same one again, and never a second.
 */
import { SerialQueue, TaskNotStarted } from "@tandem/runtime";
import { type Hex, keccak256 } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import { type Log, messageOf } from "../log.js";
import type { Held, Records } from "../records/records.js";
import { firstFees } from "../wallet/fees.js";
import type { Signer } from "../wallet/signer.js";
import { type ActionKind, titles } from "./action.js";
import { whileHolding } from "./claims.js";
import { listOutgoing, type Outgoing } from "./outgoing.js";

/** Nothing was sent, for a reason that is not the user's; he may try again. */
export class NotSent extends Error {}

export type Preparation =
  /** The input of the call and its gas limit. */
  | { readonly kind: "ready"; readonly data: Hex; readonly gas: bigint }
  /** The contract would refuse the call. */
  | { readonly kind: "refused"; readonly reason: string };

export interface Order {
  readonly kind: ActionKind;
  /** Runs in the wallet's turn, again before every signature. */
  prepare(): Promise<Preparation>;
  /** Writes the transaction and its answer. @returns false when another instance has taken over. */
  keep(outgoing: Outgoing, wallet: Held): Promise<boolean>;
  /** Takes back what `keep` wrote: no node took the transaction. */
  drop(outgoing: Outgoing): Promise<void>;
}

export type SendResult =
  | { readonly kind: "sent"; readonly outgoing: Outgoing }
  /** The contract would refuse the call; nothing was signed. */
  | { readonly kind: "refused"; readonly reason: string };

export interface SenderOptions {
  readonly chain: Pick<Chain, "broadcast" | "terms">;
  readonly chainId: number;
  /** The contract that transactions call. */
  readonly target: Hex;
  readonly signer: Signer;
  readonly records: Records;
  /** Token of this instance, unlike any other's. */
  readonly token: string;
  readonly log: Log;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly queuedMax?: number;
  /** Called when there is one more transaction to follow. */
  readonly onSent: () => void;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #queue: SerialQueue;
  readonly #wallet: Held;

  constructor(options: SenderOptions) {
    this.#options = options;
    const { stopwatch, signer, token, queuedMax = relayLimits.queuedMax } = options;
    this.#queue = new SerialQueue({
      ...{ max: queuedMax, waitMsMax: relayLimits.queueMsMax, now: stopwatch },
    });
    this.#wallet = { id: `wallet:${signer.address}`, token };
  }

  /**
   * @throws {NotSent} @throws {TaskNotStarted} @throws {ConnectionError} each of them: nothing was
   * sent.
   */
  send(order: Order): Promise<SendResult> {
    return this.#queue.run(async () => {
      const turn = { held: [this.#wallet], waitMs: relayLimits.queueMsMax };
      const { records } = this.#options;
      const result = await whileHolding(records, turn, () => this.#sendNow(order));
      if (result === undefined) throw new TaskNotStarted("another instance uses the wallet");
      return result;
    });
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #sendNow(order: Order): Promise<SendResult> {
    const { log, onSent } = this.#options;
    for (let signatures = 0; signatures < relayLimits.signaturesMax; signatures++) {
      const signed = await this.#sign(order);
      if (signed.kind === "refused") return signed;
      const { outgoing } = signed;
      if (!(await order.keep(outgoing, this.#wallet))) {
        throw new NotSent("another instance has taken over");
      }
      const result = await this.#handOver(signed);
      switch (result.kind) {
        case "accepted":
          log.info(`${titles[order.kind]} submitted: ${outgoing.id}`);
          onSent();
          return { kind: "sent", outgoing };
        case "refused":
          await order.drop(outgoing);
          throw new NotSent(`the node refused a ${order.kind}: ${result.message}`);
        case "nonce-used":
          await order.drop(outgoing);
          break;
        default:
          result satisfies never;
      }
    }
    throw new NotSent("another program uses the wallet: its nonces are taken");
  }

  /** Counts a transaction as accepted when the node does not say so: it is going to be sent again. */
  async #handOver({ outgoing, raw }: { readonly outgoing: Outgoing; readonly raw: Hex }) {
    const { chain, log } = this.#options;
    return chain.broadcast(raw).catch((error): Broadcast => {
      log.warn(`the node did not say whether it has ${outgoing.id}: ${messageOf(error)}`);
      return { kind: "accepted" };
    });
  }

  async #sign(order: Order) {
    const { records, signer, chainId, target, chain } = this.#options;
    const [prepared, terms, waiting] = await Promise.all([
      order.prepare(),
      chain.terms(signer.address),
      listOutgoing(records),
    ]);
    if (prepared.kind === "refused") return prepared;
    const { data, gas } = prepared;
    const nonce = waiting.reduce((next, one) => Math.max(next, one.nonce + 1), terms.nonce);
    const fees = firstFees(terms.gasPrice);
    const raw = await signer.sign({
      ...{ type: "eip1559", chainId, nonce, to: target, data, gas },
      ...fees,
    });
    const id = keccak256(raw);
    const attempts = [{ hash: id, raw }];
    const outgoing: Outgoing = { id, nonce, attempts, fees, gas, data, kind: order.kind };
    return { kind: "signed", outgoing, raw } as const;
  }
}
