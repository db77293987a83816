/** A simulated chain that tests can make unreachable, lose transactions, or refuse them. */
import { ConnectionError } from "@tandem/rpc/client";
import { type Hex, keccak256, parseTransaction } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import type { Chain } from "../chain/chain.js";
import type { Estimate } from "../chain/estimate.js";

export interface FakeChain extends Chain {
  /** Hashes of transactions in blocks, in order. */
  readonly mined: readonly Hex[];
  /** Raw transactions in order of arrival, including repeated ones. */
  readonly seen: readonly Hex[];
  /** Includes executable waiting transactions in a block. */
  mine(): void;
  /** Drops waiting transactions, as a restarted node may. */
  forget(): void;
  /** Uses the wallet's next nonce for another transaction. */
  takeNonce(): void;
  isAway: boolean;
  /** Accepts a transaction without answering. */
  losesAnswers: boolean;
  isMiningAtOnce: boolean;
  refusal: string | undefined;
  /** Result of every estimate. */
  estimated: Estimate;
  balance: bigint;
  /** Reason with which further transactions fail. */
  failure: string | undefined;
}

/** Wei. */
const gasPrice = 66_000_000n;

export function fakeChain(): FakeChain {
  const waiting = new Map<number, Hex>();
  const mined: Hex[] = [];
  const failed = new Map<Hex, string>();
  const seen: Hex[] = [];
  let nonce = 0;

  const assertThere = () => {
    if (chain.isAway) throw new ConnectionError("no answer");
  };
  const nextFree = () => {
    let next = nonce;
    while (waiting.has(next)) next += 1;
    return next;
  };

  function take(raw: Hex): Broadcast {
    seen.push(raw);
    const { nonce: wanted = 0 } = parseTransaction(raw);
    if (wanted < nonce) return { kind: "nonce-used" };
    if (chain.refusal !== undefined) return { kind: "refused", message: chain.refusal };
    waiting.set(wanted, raw);
    if (chain.isMiningAtOnce) chain.mine();
    return { kind: "accepted" };
  }

  const chain: FakeChain = {
    mined,
    seen,
    isAway: false,
    losesAnswers: false,
    isMiningAtOnce: true,
    refusal: undefined,
    estimated: { kind: "gas", gas: 50_000n },
    balance: 5n * 10n ** 18n,
    failure: undefined,
    mine() {
      for (let raw = waiting.get(nonce); raw !== undefined; raw = waiting.get(nonce)) {
        const hash = keccak256(raw);
        mined.push(hash);
        if (chain.failure !== undefined) failed.set(hash, chain.failure);
        waiting.delete(nonce);
        nonce += 1;
      }
    },
    forget: () => waiting.clear(),
    takeNonce() {
      nonce += 1;
    },
    chainId: async () => 31,
    genesis: async () => "0x00",
    async assertContract() {},
    async balanceOf() {
      assertThere();
      return chain.balance;
    },
    coinsOf: async () => 0n,
    async estimate() {
      assertThere();
      return chain.estimated;
    },
    async walletState() {
      assertThere();
      return { nonce: nextFree(), gasPrice };
    },
    gasPrice: async () => gasPrice,
    callFailure: async () => "unknown reason",
    async broadcast(raw) {
      assertThere();
      const result = take(raw);
      if (chain.losesAnswers) throw new ConnectionError("no answer within 1 ms");
      return result;
    },
    async receipts(hashes) {
      assertThere();
      return hashes
        .filter((hash) => mined.includes(hash))
        .map((hash) => ({ hash, isSuccess: !failed.has(hash), blockNumber: 1 }));
    },
    async failureReason(hash) {
      assertThere();
      return failed.get(hash) ?? "unknown reason";
    },
  };
  return chain;
}
