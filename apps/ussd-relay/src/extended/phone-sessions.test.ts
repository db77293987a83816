/** Tests what the phone page lists of a user's transaction whose fee is raised, with real records. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type Hex, keccak256 } from "viem";
import type { Conversation } from "../engine/answer-once.js";
import { Follower } from "../engine/follower.js";
import { noMetrics } from "../engine/metrics.js";
import { listOutgoing, outgoingChange, outgoingRemoval } from "../engine/outgoing.js";
import { sentValue } from "../engine/session-transaction.js";
import { relayLimits } from "../limits.js";
import { listTransactions } from "../phone/transactions.js";
import { FakeChain } from "../testing/fake-chain.js";
import { forwardCall } from "../testing/forward-call.js";
import { post, relayerKey, temporaryLevelRecords, testLog } from "../testing/relay.js";
import { keySigner } from "../wallet/signer.js";
import { PhoneSessions } from "./phone-sessions.js";
import { type UserTransaction, userSettlement } from "./user/user-transaction.js";

const stuckMs = 30_000;
const signer = keySigner(relayerKey);
const forwarder: Hex = `0x${"fe".repeat(20)}`;
const kind = "transfer";

/** Reads each post as one of the session with this keyed hash. */
const conversation: Conversation<undefined> = {
  answersKeptMs: relayLimits.sessionMs,
  read: () => ({ kind: "request", postId: "post", sessionId: "keyed", asked: undefined }),
  respond: async () => ({ screen: "END closed", changes: undefined }),
};

async function firstOf(): Promise<UserTransaction> {
  const fees = { maxFeePerGas: 400n, maxPriorityFeePerGas: 10n };
  const call = { nonce: 0, gas: 200_000n, data: forwardCall(5000) } as const;
  const raw = await signer.sign({
    type: "eip1559",
    chainId: 31,
    to: forwarder,
    ...call,
    ...fees,
  });
  const id = keccak256(raw);
  return {
    id,
    attempts: [{ hash: id, raw }],
    fees,
    kind,
    userId: "user",
    wei: 500n,
    day: 3,
    ...call,
    call: { from: `0x${"aa".repeat(20)}`, data: "0x34" },
  };
}

/** Returns a session with one transaction, for which a second attempt has been sent. */
async function replacedOf(t: TestContext) {
  let follower: Follower<UserTransaction> | undefined;
  // Hooks run in the order in which they were added: the follower ends before its records are
  // closed.
  t.after(() => follower?.end());
  const clock = { time: 0 };
  const now = () => clock.time;
  const records = await temporaryLevelRecords(t, now);
  const sessions = new PhoneSessions(records);
  sessions.follow(conversation).read(post("session", ""));
  const transaction = await firstOf();
  const value = sentValue(transaction);
  const closing = { table: "closed", id: "keyed", value, ttlMs: relayLimits.sessionMs };
  await records.write([outgoingChange(transaction), closing]);
  const chain = new FakeChain();
  chain.isMiningAtOnce = false;
  const settlement = userSettlement({
    chain,
    forwarder: { executionOf: async () => undefined },
    records,
    stuckMs,
  });
  follower = new Follower({
    chain,
    chainId: 31,
    target: forwarder,
    signer,
    records,
    token: "one",
    log: testLog(),
    metrics: noMetrics,
    settlement,
    confirmations: 1,
    now,
    hearsHeads: () => false,
  });
  await follower.begin();
  clock.time += stuckMs + 1;
  await follower.poll();
  const [followed] = await listOutgoing(records);
  const [first, second] = followed?.attempts.map(({ hash }) => hash) ?? [];
  assert.ok(first !== undefined && second !== undefined);
  const list = async () => listTransactions(chain, await sessions.transactionsOf("session"));
  return { follower, records, transaction, clock, chain, list, first, second };
}

describe("the list of a session whose transaction is replaced", () => {
  it("shows the attempt that is in a block, before it is settled and as long as the session", async (t) => {
    const { follower, clock, chain, list, first, second } = await replacedOf(t);
    assert.deepEqual(await list(), [{ hash: first, kind, state: "waiting", reason: undefined }]);
    chain.mine();
    const confirmed = [{ hash: second, kind, state: "confirmed", reason: undefined }];
    assert.deepEqual(await list(), confirmed);
    await follower.poll();
    assert.deepEqual(await list(), confirmed);
    clock.time = relayLimits.sessionMs - 1;
    assert.deepEqual(await list(), confirmed);
    clock.time = relayLimits.sessionMs;
    assert.deepEqual(await list(), []);
  });

  it("shows the first attempt if that is in a block", async (t) => {
    const { follower, transaction, chain, list, first } = await replacedOf(t);
    chain.forget();
    await chain.broadcast(transaction.attempts[0]?.raw ?? "0x");
    chain.mine();
    await follower.poll();
    assert.deepEqual(await list(), [{ hash: first, kind, state: "confirmed", reason: undefined }]);
  });

  it("shows why it failed once the relay knows that no other account has submitted its request", async (t) => {
    const { follower, chain, list, first, second } = await replacedOf(t);
    chain.failure = "FailedCall";
    chain.callFailure = async () => "InsufficientBalance";
    chain.mine();
    assert.deepEqual(await list(), [{ hash: first, kind, state: "waiting", reason: undefined }]);
    await follower.poll();
    const reason = "InsufficientBalance";
    assert.deepEqual(await list(), [{ hash: second, kind, state: "failed", reason }]);
  });

  it("says that it is lost only when the relay has given it up", async (t) => {
    const { follower, chain, clock, list, first } = await replacedOf(t);
    chain.forget();
    chain.takeNonce();
    assert.deepEqual(await list(), [{ hash: first, kind, state: "waiting", reason: undefined }]);
    await follower.begin();
    clock.time += relayLimits.lostMs;
    await follower.poll();
    const reason = "Another transaction took its nonce";
    assert.deepEqual(await list(), [{ hash: first, kind, state: "failed", reason }]);
  });

  it("does not say that what an older version has settled is lost", async (t) => {
    const { records, transaction, list, first } = await replacedOf(t);
    await records.write([outgoingRemoval(transaction)]);
    assert.deepEqual(await list(), [{ hash: first, kind, state: "waiting", reason: undefined }]);
  });
});
