/** Tests how a user's transaction ends whose request another account has submitted to the forwarder. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Receipt } from "../chain/chain.js";
import { loadUser } from "../extended/user/user.js";
import { relayLimits } from "../limits.js";
import { deadline, following, signer } from "../testing/following.js";
import { listOutgoing, type Outgoing, outgoingChange } from "./outgoing.js";

const other: Receipt = {
  hash: `0x${"0e".repeat(32)}`,
  isSuccess: true,
  blockNumber: 9,
  confirmations: 1,
};
const arrived = { kind: "transfer", wei: "500" };

describe("a request that another account has submitted", () => {
  it("is confirmed by that transaction, although the relay's own one fails", async (t) => {
    const { follower, records, transaction, node, log } = await following(t);
    node.execution = other;
    node.mined.set(transaction.id, false);
    await follower.begin();
    assert.deepEqual(log.lines.slice(1), [`Transfer confirmed: ${other.hash}`]);
    const user = await loadUser(records, "user");
    assert.deepEqual([user?.unread, user?.spent], [arrived, { day: 3, wei: "700" }]);
    assert.deepEqual(await listOutgoing(records), []);
  });

  it("is confirmed with its confirmations, where the relay's own one has lost its nonce", async (t) => {
    const { follower, records, clock, node, log } = await following(t, signer, 2);
    node.answer = { kind: "nonce-used" };
    node.execution = other;
    await follower.begin();
    clock.time += relayLimits.lostMs;
    await follower.poll();
    assert.equal((await loadUser(records, "user"))?.pending, "0x01");
    assert.deepEqual(log.lines.slice(1), []);
    node.execution = { ...other, confirmations: 2 };
    await follower.poll();
    assert.deepEqual(log.lines.slice(1), [`Transfer confirmed: ${other.hash}`]);
    assert.deepEqual((await loadUser(records, "user"))?.unread, arrived);
  });

  it("is not searched for a transaction that a former version has stored without its nonce", async (t) => {
    const { follower, records, transaction, node } = await following(t);
    await records.write([outgoingChange({ ...transaction, request: undefined } as Outgoing)]);
    node.execution = other;
    node.mined.set(transaction.id, false);
    await follower.begin();
    assert.equal((await loadUser(records, "user"))?.unread?.failure, "balance");
  });

  it("is not lost when it has expired", async (t) => {
    const { follower, records, transaction, node } = await following(t);
    node.execution = other;
    node.latestTime = () => deadline + 1;
    await follower.begin();
    assert.equal((await loadUser(records, "user"))?.pending, "0x01");
    node.mined.set(transaction.id, false);
    await follower.poll();
    assert.deepEqual((await loadUser(records, "user"))?.unread, arrived);
  });
});
