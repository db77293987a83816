/** Follows users' transactions over a fake node and real records, with a manual clock. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Hex, keccak256, parseTransaction } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import { NodeFailed } from "../chain/node-failed.js";
import { loadUser, userChange } from "../extended/user/user.js";
import { relayLimits } from "../limits.js";
import { deadline, following, signer, stuckMs } from "../testing/following.js";
import { raisedFees } from "../wallet/fees.js";
import { keySigner } from "../wallet/signer.js";
import { listOutgoing, outgoingChange, outgoingRemoval } from "./outgoing.js";

const tipOf = (raw: Hex) => parseTransaction(raw).maxPriorityFeePerGas;
const nonceUsed: Broadcast = { kind: "nonce-used" };
const unaffordable: Broadcast = { kind: "refused", message: "insufficient funds" };
const feesOf = (tip = 0n) => ({ maxFeePerGas: tip, maxPriorityFeePerGas: tip });

describe("the follower of users' transactions", () => {
  it("stores the success of a transaction, once", async (t) => {
    const { follower, records, transaction, node, log } = await following(t);
    node.mined.set(transaction.id, true);
    await follower.begin();
    await follower.poll();
    assert.deepEqual(log.lines.slice(1), [`Transfer confirmed: ${transaction.id}`]);
    assert.deepEqual(await listOutgoing(records), []);
    const outcome = { kind: "transfer", wei: "500" };
    const after = await loadUser(records, "user");
    assert.deepEqual(after?.unread, outcome);
    assert.deepEqual(after?.history, [outcome]);
    assert.equal(after?.pending, undefined);
    assert.deepEqual(after?.spent, { day: 3, wei: "700" });
  });

  it("settles a transaction with its confirmations, and sends one that a reorg has dropped", async (t) => {
    const { follower, records, transaction, clock, sent, node, log } = await following(
      t,
      signer,
      3,
    );
    await follower.begin();
    const raw = transaction.attempts[0]?.raw;
    assert.deepEqual(sent, [raw]);
    node.mined.set(transaction.id, true);
    node.confirmations = 2;
    clock.time += 2 * stuckMs;
    await follower.poll();
    assert.deepEqual([log.lines.slice(1), sent], [[], [raw]]);
    assert.equal((await loadUser(records, "user"))?.pending, "0x01");
    node.mined.clear();
    await follower.poll();
    assert.deepEqual(sent, [raw, raw]);
    await follower.poll();
    assert.deepEqual(sent, [raw, raw]);
    node.mined.set(transaction.id, true);
    await follower.poll();
    assert.deepEqual(log.lines.slice(1), []);
    node.confirmations = 3;
    await follower.poll();
    assert.deepEqual(log.lines.slice(1), [`Transfer confirmed: ${transaction.id}`]);
    assert.deepEqual(await listOutgoing(records), []);
  });

  it("settles a hundred transactions with all their versions after an outage", async (t) => {
    const { follower, records, transaction, node } = await following(t);
    const many = Array.from({ length: relayLimits.receiptsPerBatch }, (_, i) => {
      const hashes = Array.from({ length: 1 + relayLimits.replacementsMax }, (_, version) =>
        keccak256(`0x${i.toString(16).padStart(4, "0")}${version.toString(16).padStart(4, "0")}`),
      );
      const [id = "0x"] = hashes;
      node.mined.set(hashes.at(-1) ?? "0x", true);
      const attempts = hashes.map((hash) => ({ hash, raw: transaction.attempts[0]?.raw ?? "0x" }));
      return { ...transaction, id, nonce: i, attempts };
    });
    await records.write([outgoingRemoval(transaction), ...many.map(outgoingChange)]);
    await follower.begin();
    assert.equal((await listOutgoing(records)).length, 0);
  });

  it("polls rarely while the node announces blocks, and at every block", async (t) => {
    const { follower, transaction, node, log } = await following(t);
    const { receiptPollMs, awayMs, wakeMs } = relayLimits;
    node.hearsHeads = true;
    t.mock.timers.enable({ apis: ["setTimeout"] });
    await follower.begin();
    assert.equal(node.receiptPolls, 1);
    t.mock.timers.tick(awayMs - wakeMs - 1);
    assert.equal(node.receiptPolls, 1);
    node.mined.set(transaction.id, true);
    const confirmed = log.said(/^Transfer confirmed/);
    // Consecutive blocks do not delay the poll.
    for (let waited = 0; waited < wakeMs; waited++) {
      follower.wakeForHead();
      t.mock.timers.tick(1);
    }
    await confirmed;
    assert.ok(receiptPollMs > wakeMs);
  });

  it("polls often again when the connection is lost", async (t) => {
    const { follower, transaction, node, log } = await following(t);
    t.mock.timers.enable({ apis: ["setTimeout"] });
    await follower.begin();
    node.mined.set(transaction.id, true);
    const confirmed = log.said(/^Transfer confirmed/);
    t.mock.timers.tick(relayLimits.receiptPollMs);
    await confirmed;
  });

  it("stores why one failed, and restores the day's limit", async (t) => {
    const { follower, records, transaction, node, log } = await following(t);
    node.mined.set(transaction.id, false);
    await follower.begin();
    assert.deepEqual(log.lines.slice(1), ["Transfer failed on-chain: InsufficientBalance"]);
    const after = await loadUser(records, "user");
    assert.equal(after?.unread?.failure, "balance");
    assert.deepEqual(after?.spent, { day: 3, wei: "200" });
  });

  it("replaces a stuck transaction by one with a higher price, and recognizes either in a block", async (t) => {
    const { follower, records, transaction, clock, sent, node } = await following(t);
    await follower.begin();
    clock.time += stuckMs + 1;
    await follower.poll();
    const [, second = "0x"] = sent;
    const before = parseTransaction(transaction.attempts[0]?.raw ?? "0x");
    const after = parseTransaction(second);
    const { maxFeePerGas: price = 0n, maxPriorityFeePerGas: tip = 0n } = after;
    assert.ok(price >= 500n && tip >= 13n, `${price} ${tip}`);
    for (const name of ["nonce", "to", "data", "gas", "chainId"] as const) {
      assert.equal(after[name], before[name], name);
    }
    const [kept] = await listOutgoing(records);
    assert.deepEqual(
      kept?.attempts.map(({ hash }) => hash),
      [transaction.id, keccak256(second)],
    );
    node.mined.set(transaction.id, true);
    await follower.poll();
    assert.deepEqual(await listOutgoing(records), []);
  });

  it("replaces at once a transaction whose price the node refuses", async (t) => {
    const { follower, clock, sent, node, log } = await following(t);
    node.answer = { kind: "refused", message: "transaction underpriced" };
    node.gasPrice = 500n;
    clock.time += relayLimits.rebroadcastMs + 1;
    await follower.begin();
    assert.equal(sent.length, 2);
    assert.match(log.warnings[0] ?? "", /does not take 0x[0-9a-f]{64}: transaction underpriced/);
  });

  it("logs at its start what it follows, since a relay killed before may not have logged it", async (t) => {
    const { follower, records, transaction, log } = await following(t);
    const newest = {
      hash: `0x${"ab".repeat(32)}`,
      raw: transaction.attempts[0]?.raw ?? "0x",
    } as const;
    const replaced = { ...transaction, attempts: [...transaction.attempts, newest] };
    await follower.begin();
    await records.write([outgoingChange(replaced)]);
    await follower.begin();
    assert.deepEqual(log.lines, [
      `Transfer followed again: ${transaction.id}`,
      `Transfer followed again: ${transaction.id}, replaced by ${newest.hash}`,
    ]);
  });

  it("raises the fee of what a full pool refuses, until the pool takes it", async (t) => {
    const { follower, records, clock, sent, node } = await following(t);
    node.tipMin = 15n;
    for (let polls = 0; polls < 5; polls++) {
      clock.time += relayLimits.rebroadcastMs / 2 + 1;
      await (polls === 0 ? follower.begin() : follower.poll());
    }
    assert.deepEqual(sent.map(tipOf), [10n, 13n, 13n, 17n, 17n]);
    assert.equal((await listOutgoing(records))[0]?.attempts.length, 3);
  });

  it("offers a full pool at most twice the gas price", async (t) => {
    const { follower, records, transaction, clock, sent, node } = await following(t);
    node.tipMin = 1000n;
    await follower.begin();
    for (let polls = 0; polls < relayLimits.replacementsMax; polls++) {
      clock.time += relayLimits.rebroadcastMs + 1;
      await follower.poll();
    }
    const tips = sent.map((raw) => tipOf(raw) ?? 0n);
    const most = tips.reduce((a, b) => (a > b ? a : b));
    assert.ok(most <= node.gasPrice && raisedFees(feesOf(most), 0n).maxPriorityFeePerGas > 100n);
    // Every version is offered again, the newest first.
    const { attempts = [] } = (await listOutgoing(records))[0] ?? {};
    assert.deepEqual(sent.slice(-attempts.length), attempts.map(({ raw }) => raw).toReversed());
    assert.equal(sent.at(-1), transaction.attempts[0]?.raw);
  });

  it("sends unchanged what the node refuses for another reason, and lets it wait once it is taken", async (t) => {
    const { follower, records, transaction, clock, sent, node } = await following(t);
    node.affordable = 0n;
    await follower.begin();
    while (clock.time <= 2 * stuckMs) {
      clock.time += relayLimits.rebroadcastMs + 1;
      await follower.poll();
    }
    node.affordable = 400n;
    clock.time += relayLimits.rebroadcastMs + 1;
    await follower.poll();
    await follower.poll();
    assert.deepEqual(new Set(sent), new Set(transaction.attempts.map(({ raw }) => raw)));
    clock.time += stuckMs + 1;
    await follower.poll();
    assert.equal((await listOutgoing(records))[0]?.attempts.length, 2);
  });

  it("sends the version before a refused replacement again, until the node takes the replacement", async (t) => {
    const { follower, records, transaction, clock, sent, node } = await following(t);
    node.affordable = 400n;
    await follower.begin();
    clock.time += stuckMs + 1;
    await follower.poll();
    const [first, second] = sent;
    assert.equal(sent.length, 2);
    for (let polls = 0; polls < 4; polls++) {
      clock.time += relayLimits.rebroadcastMs + 1;
      await follower.poll();
      assert.deepEqual(sent.slice(-2), [second, first]);
    }
    assert.equal((await listOutgoing(records))[0]?.attempts.length, 2);
    node.affordable = 1_000_000n;
    clock.time += relayLimits.rebroadcastMs + 1;
    await follower.poll();
    await follower.poll();
    assert.equal(sent.at(-1), second);
    node.mined.set(transaction.id, true);
    await follower.poll();
    assert.equal((await listOutgoing(records)).length, 0);
  });

  it("sends a transaction of another wallet unchanged, and says at the start whose it is", async (t) => {
    const former = keySigner(`0x${"22".repeat(32)}`);
    const { follower, records, transaction, clock, sent, node, log } = await following(t, former);
    await follower.begin();
    node.answer = { kind: "refused", message: "transaction underpriced" };
    node.gasPrice = 500n;
    for (let polls = 0; polls < 8; polls++) {
      clock.time += relayLimits.rebroadcastMs + 1;
      await follower.poll();
    }
    assert.deepEqual(new Set(sent), new Set(transaction.attempts.map(({ raw }) => raw)));
    assert.ok(sent.length > 2);
    const line = `unsettled transactions of the wallet ${former.address}, which is not this relay's, are sent again unchanged: 1`;
    assert.deepEqual(
      log.warnings.filter((one) => one.includes(former.address)),
      [line],
    );
    node.mined.set(transaction.id, true);
    await follower.poll();
    assert.equal((await listOutgoing(records)).length, 0);
  });

  it("frees its user once the request has expired, and follows it on", async (t) => {
    const former = keySigner(`0x${"22".repeat(32)}`);
    const { follower, records, transaction, node, log } = await following(t, former);
    node.latestTime = () => deadline;
    await follower.begin();
    assert.equal((await loadUser(records, "user"))?.pending, "0x01");
    node.latestTime = () => deadline + 1;
    await follower.begin();
    const freed = await loadUser(records, "user");
    assert.ok(freed !== undefined && freed.pending === undefined);
    assert.equal(freed.unread?.failure, "lost");
    assert.deepEqual(freed.spent, { day: 3, wei: "200" });
    assert.equal((await listOutgoing(records)).length, 1);
    const line = `Transfer expired, its user can send another one: ${transaction.id}`;
    assert.equal(log.warnings.filter((one) => one === line).length, 1);
    const next = { ...freed, pending: "0x02", unread: undefined };
    await records.write([userChange(next)]);
    await follower.begin();
    node.mined.set(transaction.id, false);
    await follower.poll();
    assert.deepEqual(await listOutgoing(records), []);
    assert.deepEqual(await loadUser(records, "user"), JSON.parse(JSON.stringify(next)));
  });

  it("does not free a user whose request was executed before it expired", async (t) => {
    const { follower, records, transaction, node } = await following(t);
    node.latestTime = () => {
      node.mined.set(transaction.id, true);
      return deadline + 1;
    };
    await follower.begin();
    assert.equal((await loadUser(records, "user"))?.pending, "0x01");
    await follower.poll();
    assert.deepEqual((await loadUser(records, "user"))?.unread, { kind: "transfer", wei: "500" });
  });

  it("gives up a transaction whose nonce another one has used, and informs its user", async (t) => {
    const { follower, records, clock, node, log } = await following(t);
    node.answer = nonceUsed;
    await follower.begin();
    clock.time += relayLimits.lostMs - 1;
    await follower.poll();
    assert.equal((await loadUser(records, "user"))?.unread, undefined);
    clock.time += 1;
    await follower.poll();
    assert.match(
      log.warnings.at(-1) ?? "",
      /^Transfer lost, another transaction took its nonce: 0x/,
    );
    assert.equal((await loadUser(records, "user"))?.unread?.failure, "lost");
  });

  it("counts the time of a used nonce anew after an answer that it is unused", async (t) => {
    const { follower, records, clock, node } = await following(t);
    await follower.begin();
    for (const answer of [nonceUsed, unaffordable, nonceUsed]) {
      clock.time += relayLimits.lostMs;
      node.answer = answer;
      await follower.poll();
    }
    assert.equal((await loadUser(records, "user"))?.pending, "0x01");
    clock.time += relayLimits.lostMs;
    await follower.poll();
    assert.equal((await loadUser(records, "user"))?.unread?.failure, "lost");
  });

  it("logs once that the node is unreachable, and sends again later", async (t) => {
    const { follower, sent, node, log } = await following(t);
    node.isAway = true;
    await follower.begin();
    await follower.poll();
    await follower.poll();
    node.isAway = false;
    await follower.poll();
    assert.deepEqual(log.warnings, ["cannot follow: no answer", "the node is back"]);
    assert.equal(sent.length, 1);
  });

  for (const searchError of [new NodeFailed("internal error"), new TypeError("a bug")]) {
    it(`settles the others while it cannot check one: ${searchError.message}`, async (t) => {
      const { follower, records, transaction, clock, node, log, unchecked } = await following(t);
      const { message } = searchError;
      node.answer = nonceUsed;
      await follower.begin();
      clock.time += relayLimits.lostMs;
      node.searchError = searchError;
      const [{ raw } = { raw: "0x" as const }] = transaction.attempts;
      const id = keccak256("0x05");
      await records.write([
        outgoingChange({ ...transaction, id, nonce: 5, attempts: [{ hash: id, raw }] }),
      ]);
      node.mined.set(id, true);
      await follower.poll();
      await follower.poll();
      assert.deepEqual(log.lines.slice(1), [`Transfer confirmed: ${id}`]);
      assert.deepEqual(log.warnings, [`cannot follow ${transaction.id}: ${message}`]);
      assert.deepEqual(
        (await listOutgoing(records)).map((one) => one.id),
        [transaction.id],
      );
      node.searchError = undefined;
      await follower.poll();
      assert.deepEqual(await listOutgoing(records), []);
      assert.deepEqual(unchecked, [0, 1, 1, 0]);
    });
  }

  it("does not settle a user whom another post has claimed, nor any while another instance settles", async (t) => {
    const { follower, records, transaction, node } = await following(t);
    node.mined.set(transaction.id, true);
    const visitor = { id: "user:user", token: "visit" };
    await records.claim(visitor, 60_000);
    await follower.begin();
    assert.equal((await listOutgoing(records)).length, 1);
    await records.release(visitor);
    await records.release({ id: "settling", token: "one" });
    const other = { id: "settling", token: "another" };
    await records.claim(other, 60_000);
    await follower.poll();
    assert.equal((await listOutgoing(records)).length, 1);
    await records.release(other);
    await follower.poll();
    assert.equal((await listOutgoing(records)).length, 0);
  });
});

describe("the fees of a replacement", () => {
  it("are a quarter higher, and at least the current ones", () => {
    const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
    assert.deepEqual(raisedFees(fees, 0n), { maxFeePerGas: 2n, maxPriorityFeePerGas: 2n });
    assert.deepEqual(raisedFees({ maxFeePerGas: 400n, maxPriorityFeePerGas: 10n }, 1000n), {
      maxFeePerGas: 4000n,
      maxPriorityFeePerGas: 100n,
    });
  });
});
