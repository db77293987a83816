/** Simulates a chain that can be unreachable, lose transactions, or refuse them. */
import { ConnectionError } from "@tandem/rpc/client";
import { type Hex, keccak256, parseTransaction } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import type { BlockPlace, Chain, Receipt, WalletState } from "../chain/chain.js";
import type { Estimate } from "../chain/estimate.js";

/** Wei. */
const gasPrice = 66_000_000n;

export class FakeChain implements Chain {
  /** Hashes of transactions in blocks, in order. */
  readonly mined: Hex[] = [];
  /** Raw transactions in order of arrival, including repeated ones. */
  readonly seen: Hex[] = [];
  isAway = false;
  /** Accepts a transaction without answering. */
  losesAnswers = false;
  isMiningAtOnce = true;
  refusal: string | undefined;
  /** The lowest tip that a place in the pool costs. */
  tipMin = 0n;
  /** The wallet's balance for gas, in wei. */
  coins = 0n;
  /** Result of every estimate. */
  estimated: Estimate = { kind: "gas", gas: 50_000n };
  balance = 5n * 10n ** 18n;
  /** Reason with which further transactions fail. */
  failure: string | undefined;
  readonly #waiting = new Map<number, Hex>();
  readonly #failed = new Map<Hex, string>();
  #nonce = 0;

  /** Includes executable waiting transactions in a block. */
  mine(): void {
    const waiting = this.#waiting;
    for (let raw = waiting.get(this.#nonce); raw !== undefined; raw = waiting.get(this.#nonce)) {
      const hash = keccak256(raw);
      this.mined.push(hash);
      if (this.failure !== undefined) this.#failed.set(hash, this.failure);
      waiting.delete(this.#nonce);
      this.#nonce += 1;
    }
  }

  /** Drops waiting transactions, as a restarted node may. */
  forget(): void {
    this.#waiting.clear();
  }

  /** Uses the wallet's next nonce for another transaction. */
  takeNonce(): void {
    this.#nonce += 1;
  }

  async chainId(): Promise<number> {
    return 31;
  }

  async genesis(): Promise<Hex> {
    return "0x00";
  }

  async latestBlock(): Promise<BlockPlace> {
    return { number: 0, time: 0 };
  }

  async assertContract(): Promise<void> {}

  async balanceOf(): Promise<bigint> {
    this.#assertThere();
    return this.balance;
  }

  async coinsOf(): Promise<bigint> {
    return this.coins;
  }

  async estimate(): Promise<Estimate> {
    this.#assertThere();
    return this.estimated;
  }

  async walletState(): Promise<WalletState> {
    this.#assertThere();
    let nonce = this.#nonce;
    while (this.#waiting.has(nonce)) nonce += 1;
    return { nonce, gasPrice };
  }

  async gasPrice(): Promise<bigint> {
    return gasPrice;
  }

  async callFailure(): Promise<string> {
    return "unknown reason";
  }

  async broadcast(raw: Hex): Promise<Broadcast> {
    this.#assertThere();
    const result = this.#take(raw);
    if (this.losesAnswers) throw new ConnectionError("no answer within 1 ms");
    return result;
  }

  async receipts(hashes: readonly Hex[]): Promise<readonly Receipt[]> {
    this.#assertThere();
    return hashes
      .filter((hash) => this.mined.includes(hash))
      .map((hash) => ({ hash, isSuccess: !this.#failed.has(hash) }))
      .map((receipt) => ({ ...receipt, blockNumber: 1, confirmations: 1 }));
  }

  async failureReason(hash: Hex): Promise<string> {
    this.#assertThere();
    return this.#failed.get(hash) ?? "unknown reason";
  }

  #assertThere(): void {
    if (this.isAway) throw new ConnectionError("no answer");
  }

  #take(raw: Hex): Broadcast {
    this.seen.push(raw);
    const { nonce: wanted = 0, maxPriorityFeePerGas: tip = 0n } = parseTransaction(raw);
    if (wanted < this.#nonce) return { kind: "nonce-used" };
    if (this.refusal !== undefined) return { kind: "refused", message: this.refusal };
    if (tip < this.tipMin) return { kind: "refused", message: "txpool is full" };
    this.#waiting.set(wanted, raw);
    if (this.isMiningAtOnce) this.mine();
    return { kind: "accepted" };
  }
}
