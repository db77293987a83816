/**
 * Brings users' signed requests to the chain and pays their gas. One at a time uses the wallet's
 * next nonce, here and in every other instance on the same records; each is written down, with the
 * answer that tells of it, before a node sees it.
 */

import { SerialQueue, TaskNotStarted } from "@tandem/runtime";
import { type Hex, keccak256 } from "viem";
import type { Chain } from "../chain/chain.js";
import { relayLimits } from "../limits.js";
import type { Log } from "../log.js";
import type { Held, Records } from "../records/records.js";
import { firstFees } from "../wallet/fees.js";
import { handOver } from "../wallet/hand-over.js";
import type { Signer } from "../wallet/signer.js";
import { titles } from "../wallet/titles.js";
import { NotSent } from "../wallet/wallet.js";
import { claimSoon } from "./claim-soon.js";
import { actionData, outerGas, signForward } from "./forward.js";
import type { ActionKind } from "./outcome.js";
import { listRelayed, type Relayed } from "./relayed.js";
import type { User } from "./user.js";
import type { UserCall, UserChain } from "./user-chain.js";
import { addressOf, type WalletKeys } from "./wallet-keys.js";

export interface Order {
  readonly user: User;
  readonly kind: ActionKind;
  /** The user himself where nobody is paid. */
  readonly to: Hex;
  readonly wei: bigint;
  readonly day: number;
  /** Writes it down. @returns false when somebody else is at it by now. */
  keep(relayed: Relayed, wallet: Held): Promise<boolean>;
  /** Undoes that: no node took it. */
  drop(relayed: Relayed): Promise<void>;
}

export type Relaying =
  | { readonly kind: "sent"; readonly hash: Hex }
  /** The contract would not have it; nothing was signed. */
  | { readonly kind: "refused"; readonly reason: string };

interface SignedRequest {
  readonly call: UserCall;
  /** Input of the call to the forwarder. */
  readonly data: Hex;
  readonly gas: bigint;
}

export interface RelayerOptions {
  readonly chain: Pick<Chain, "broadcast">;
  readonly userChain: UserChain;
  readonly chainId: number;
  readonly contract: Hex;
  readonly forwarder: Hex;
  readonly signer: Signer;
  readonly keys: WalletKeys;
  readonly records: Records;
  /** Of this instance, unlike any other's. */
  readonly token: string;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly onSent: () => void;
}

export class Relayer {
  readonly #options: RelayerOptions;
  readonly #queue: SerialQueue;
  readonly #wallet: Held;

  constructor(options: RelayerOptions) {
    this.#options = options;
    const { queuedMax, queueMsMax } = relayLimits;
    this.#queue = new SerialQueue({
      max: queuedMax,
      waitMsMax: queueMsMax,
      now: options.stopwatch,
    });
    this.#wallet = { id: `wallet:${options.signer.address}`, token: options.token };
  }

  /** @throws {NotSent} @throws {TaskNotStarted} @throws {ConnectionError} each of them: nothing was sent. */
  async send(order: Order): Promise<Relaying> {
    const call = { from: order.user.address, data: actionData(order.kind, order.to, order.wei) };
    // What needs no nonce of the wallet is done before its turn.
    const { estimate, forwarderNonce } = await this.#options.userChain.prepare(call);
    if (estimate.kind === "reverts") return { kind: "refused", reason: estimate.reason };
    const request = await this.#request(order.user, call, estimate.gas, forwarderNonce);
    return this.#queue.run(async () => {
      const { records } = this.#options;
      if (!(await claimSoon(records, this.#wallet, relayLimits.queueMsMax))) {
        throw new TaskNotStarted("another instance uses the wallet");
      }
      try {
        return await this.#sendNow(order, request);
      } finally {
        await records.release(this.#wallet);
      }
    });
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Signed by the user. */
  async #request(
    user: User,
    call: UserCall,
    estimate: bigint,
    nonce: bigint,
  ): Promise<SignedRequest> {
    const { keys, chainId, contract, forwarder, now } = this.#options;
    const account = keys.account(user.index);
    if (addressOf(account) !== user.address) {
      throw new NotSent("the mnemonic is not the one users were registered with");
    }
    // An estimate counts a transaction's own gas too, which is a margin here.
    const gas = estimate + estimate / 4n;
    const deadline = Math.floor((now() + relayLimits.signedRequestMs) / 1000);
    const request = { to: contract, gas, nonce, deadline, data: call.data };
    const data = await signForward(account, request, { chainId, forwarder });
    return { call, data, gas: outerGas(gas) };
  }

  async #sendNow(order: Order, request: SignedRequest): Promise<Relaying> {
    const { log } = this.#options;
    for (let signatures = 0; signatures < relayLimits.signaturesMax; signatures++) {
      const { relayed, attempt } = await this.#sign(order, request);
      if (!(await order.keep(relayed, this.#wallet)))
        throw new NotSent("another instance is at it");
      const result = await handOver(this.#options, attempt);
      if (result.kind === "accepted") {
        log.info(`${titles[order.kind]} submitted: ${relayed.id}`);
        this.#options.onSent();
        return { kind: "sent", hash: relayed.id };
      }
      await order.drop(relayed);
      if (result.kind === "refused") {
        throw new NotSent(`the node refused a ${order.kind}: ${result.message}`);
      }
    }
    throw new NotSent("another program uses the wallet: its nonces are taken");
  }

  async #sign(order: Order, { call, data, gas }: SignedRequest) {
    const { records, signer, chainId, forwarder, userChain } = this.#options;
    const { user, kind, wei, day } = order;
    const [terms, waiting] = await Promise.all([
      userChain.terms(signer.address),
      listRelayed(records),
    ]);
    const nonce = waiting.reduce((next, one) => Math.max(next, one.nonce + 1), terms.nonce);
    const fees = firstFees(terms.gasPrice);
    const raw = await signer.sign({
      ...{ type: "eip1559", chainId, nonce, to: forwarder, data, gas },
      ...fees,
    });
    const attempt = { hash: keccak256(raw), raw };
    const relayed: Relayed = {
      ...{ id: attempt.hash, nonce, attempts: [attempt], fees, gas, data, call },
      ...{ userId: user.id, kind, wei, day },
    };
    return { relayed, attempt };
  }
}
