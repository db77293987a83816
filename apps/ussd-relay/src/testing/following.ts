/** Sets up a follower with one unsettled transaction of a user, over a fake node and real records. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { ConnectionError } from "@tandem/rpc/client";
import { type Hex, keccak256, parseTransaction } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import type { Receipt } from "../chain/chain.js";
import { Follower } from "../engine/follower.js";
import { noMetrics } from "../engine/metrics.js";
import { outgoingChange } from "../engine/outgoing.js";
import { type User, userChange } from "../extended/user/user.js";
import { type UserTransaction, userSettlement } from "../extended/user/user-transaction.js";
import { relayLimits } from "../limits.js";
import { keySigner, type Signer } from "../wallet/signer.js";
import { forwardCall } from "./forward-call.js";
import { relayerKey, temporaryLevelRecords, testLog } from "./relay.js";

export const stuckMs = 30_000;
export const signer = keySigner(relayerKey);
const forwarder: Hex = `0x${"fe".repeat(20)}`;

const gas = 200_000n;
/** Unix seconds until which the user's request is valid. */
export const deadline = 5000;
const data = forwardCall(deadline);
const full: Broadcast = { kind: "refused", message: "txpool is full" };
const unaffordable: Broadcast = { kind: "refused", message: "insufficient funds" };

const user: User = {
  id: "user",
  index: 0,
  address: `0x${"aa".repeat(20)}`,
  language: "en",
  failures: 0,
  pin: { salt: "00", hash: "00", costBits: 14 },
  spent: { day: 3, wei: "700" },
  history: [],
  pending: "0x01",
};

async function firstOf(wallet: Signer): Promise<UserTransaction> {
  const fees = { maxFeePerGas: 400n, maxPriorityFeePerGas: 10n };
  const raw = await wallet.sign({
    type: "eip1559",
    chainId: 31,
    nonce: 4,
    to: forwarder,
    data,
    gas,
    ...fees,
  });
  const id = keccak256(raw);
  return {
    id,
    nonce: 4,
    attempts: [{ hash: id, raw }],
    fees,
    gas,
    data,
    call: { from: user.address, data: "0x34" },
    userId: "user",
    kind: "transfer",
    wei: 500n,
    day: 3,
    request: { user: user.address, nonce: 0, block: 9, effect: { topics: [], data: "0x" } },
  };
}

/** Returns a node with the given state of transactions and prices, and what it was sent. */
function fakeNode() {
  const sent: Hex[] = [];
  const node = {
    mined: new Map<Hex, boolean>(),
    confirmations: 1,
    answer: { kind: "accepted" } as Broadcast,
    gasPrice: 100n,
    /** The highest fee that the wallet can pay. */
    affordable: 1_000_000n,
    /** The lowest tip that a place in the pool costs. */
    tipMin: 0n,
    latestTime: () => 0,
    /** The transaction of another account that has executed the user's request. */
    execution: undefined as Receipt | undefined,
    /** The error of a search for it; undefined: it is answered. */
    searchError: undefined as Error | undefined,
    /** The nonce of the wallet's next transaction. */
    nonce: 4,
    isAway: false,
    hearsHeads: false,
    receiptPolls: 0,
  };
  const assertThere = () => {
    if (node.isAway) throw new ConnectionError("no answer");
  };
  const chain = {
    async broadcast(raw: Hex) {
      assertThere();
      sent.push(raw);
      const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw);
      if (maxPriorityFeePerGas < node.tipMin) return full;
      return maxFeePerGas > node.affordable ? unaffordable : node.answer;
    },
    async receipts(hashes: readonly Hex[]): Promise<readonly Receipt[]> {
      assertThere();
      node.receiptPolls += 1;
      assert.ok(hashes.length <= relayLimits.receiptsPerBatch, `${hashes.length} receipts`);
      return hashes.flatMap((hash) => {
        const isSuccess = node.mined.get(hash);
        return isSuccess === undefined
          ? []
          : [{ hash, isSuccess, blockNumber: 9, confirmations: node.confirmations }];
      });
    },
    callFailure: async () => "InsufficientBalance",
    async executionOf() {
      if (node.searchError !== undefined) throw node.searchError;
      return node.execution;
    },
    gasPrice: async () => node.gasPrice,
    walletState: async () => ({ nonce: node.nonce, gasPrice: node.gasPrice }),
    latestBlock: async () => ({ number: 9, time: node.latestTime() }),
    coinsOf: async () => node.affordable * gas,
  };
  return { node, chain, sent };
}

/** Returns a follower with one unsettled transaction. */
export async function following(t: TestContext, wallet = signer, confirmations = 1) {
  let follower: Follower<UserTransaction> | undefined;
  // Hooks run in the order in which they were added: the follower ends before its records are
  // closed.
  t.after(() => follower?.end());
  const records = await temporaryLevelRecords(t);
  const transaction = await firstOf(wallet);
  await records.write([userChange(user), outgoingChange(transaction)]);
  const clock = { time: 0 };
  const { node, chain, sent } = fakeNode();
  const log = testLog();
  const unchecked: number[] = [];
  const metrics = { ...noMetrics, setUnchecked: (count: number) => unchecked.push(count) };
  follower = new Follower({
    chain,
    chainId: 31,
    target: forwarder,
    signer,
    records,
    token: "one",
    log,
    metrics,
    confirmations,
    settlement: userSettlement({ chain, forwarder: chain, records, stuckMs }),
    now: () => clock.time,
    hearsHeads: () => node.hearsHeads,
  });
  return { follower, records, transaction, clock, sent, node, log, unchecked };
}
