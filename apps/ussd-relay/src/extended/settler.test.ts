/** Following users' transactions over a fake node and real records, with a clock moved by hand. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ConnectionError } from "@tandem/rpc/client";
import { type Hex, keccak256, parseTransaction } from "viem";
import type { Broadcast } from "../chain/broadcast.js";
import { relayLimits } from "../limits.js";
import { openLevelRecords } from "../records/level-records.js";
import { relayerKey, temporaryDirectory, testLog } from "../testing/desk.js";
import { raisedFees } from "../wallet/fees.js";
import { keySigner } from "../wallet/signer.js";
import { noMeter } from "./meter.js";
import { listRelayed, type Relayed, relayedChange } from "./relayed.js";
import { Settler } from "./settler.js";
import { loadUser, type User, userChange } from "./user.js";
import type { Receipt } from "./user-chain.js";

const stuckMs = 30_000;
const gasPrice = 100n;
const signer = keySigner(relayerKey);
const forwarder: Hex = `0x${"fe".repeat(20)}`;

const user: User = {
  ...{ id: "user", index: 0, address: `0x${"aa".repeat(20)}`, language: "en", failures: 0 },
  ...{ pin: { salt: "00", hash: "00", costBits: 14 }, spent: { day: 3, wei: "700" }, history: [] },
  pending: "0x01",
};

async function firstOf(): Promise<Relayed> {
  const fees = { maxFeePerGas: 400n, maxPriorityFeePerGas: 10n };
  const raw = await signer.sign({
    ...{ type: "eip1559", chainId: 31, nonce: 4, to: forwarder, data: "0x12", gas: 200_000n },
    ...fees,
  });
  const id = keccak256(raw);
  return {
    ...{ id, nonce: 4, attempts: [{ hash: id, raw }], fees, gas: 200_000n, data: "0x12" },
    ...{ call: { from: user.address, data: "0x34" }, userId: "user", kind: "transfer" },
    ...{ wei: 500n, day: 3 },
  };
}

/** A settler with one transaction that is in no block yet. */
async function settling(t: TestContext) {
  const records = await openLevelRecords(temporaryDirectory(t), () => 0);
  const relayed = await firstOf();
  await records.write([userChange(user), relayedChange(relayed)]);
  const clock = { time: 0 };
  const sent: Hex[] = [];
  const node = {
    mined: new Map<Hex, boolean>(),
    answer: { kind: "accepted" } as Broadcast,
    isAway: false,
  };
  const assertThere = () => {
    if (node.isAway) throw new ConnectionError("no answer");
  };
  const log = testLog();
  const settler = new Settler({
    chain: {
      async broadcast(raw) {
        assertThere();
        sent.push(raw);
        return node.answer;
      },
    },
    userChain: {
      async receipts(hashes): Promise<readonly Receipt[]> {
        assertThere();
        return hashes.flatMap((hash) => {
          const isSuccess = node.mined.get(hash);
          return isSuccess === undefined ? [] : [{ hash, isSuccess, blockNumber: 9 }];
        });
      },
      reason: async () => "InsufficientBalance",
      gasPrice: async () => gasPrice,
    },
    ...{ chainId: 31, forwarder, signer, records, token: "one", log, meter: noMeter, stuckMs },
    now: () => clock.time,
  });
  t.after(async () => {
    await settler.end();
    await records.close();
  });
  return { settler, records, relayed, clock, sent, node, log };
}

describe("the settler", () => {
  it("writes down what arrived, once", async (t) => {
    const { settler, records, relayed, node, log } = await settling(t);
    node.mined.set(relayed.id, true);
    await settler.begin();
    await settler.look();
    assert.deepEqual(log.lines, [`Transfer confirmed: ${relayed.id}`]);
    assert.deepEqual(await listRelayed(records), []);
    const outcome = { kind: "transfer", wei: "500" };
    const after = await loadUser(records, "user");
    assert.deepEqual(after?.unread, outcome);
    assert.deepEqual(after?.history, [outcome]);
    assert.equal(after?.pending, undefined);
    assert.deepEqual(after?.spent, { day: 3, wei: "700" });
  });

  it("writes down why one failed, and gives the day's limit back", async (t) => {
    const { settler, records, relayed, node, log } = await settling(t);
    node.mined.set(relayed.id, false);
    await settler.begin();
    assert.deepEqual(log.lines, ["Transfer failed on-chain: InsufficientBalance"]);
    const after = await loadUser(records, "user");
    assert.equal(after?.unread?.failure, "balance");
    assert.deepEqual(after?.spent, { day: 3, wei: "200" });
  });

  it("replaces what stays out by the same for more, and knows either in a block", async (t) => {
    const { settler, records, relayed, clock, sent, node } = await settling(t);
    await settler.begin();
    clock.time += stuckMs + 1;
    await settler.look();
    const [, second = "0x"] = sent;
    const before = parseTransaction(relayed.attempts[0]?.raw ?? "0x");
    const after = parseTransaction(second);
    const { maxFeePerGas: price = 0n, maxPriorityFeePerGas: tip = 0n } = after;
    assert.ok(price >= 500n && tip >= 13n, `${price} ${tip}`);
    for (const name of ["nonce", "to", "data", "gas", "chainId"] as const) {
      assert.equal(after[name], before[name], name);
    }
    const [kept] = await listRelayed(records);
    assert.deepEqual(
      kept?.attempts.map(({ hash }) => hash),
      [relayed.id, keccak256(second)],
    );
    node.mined.set(relayed.id, true);
    await settler.look();
    assert.deepEqual(await listRelayed(records), []);
  });

  it("replaces at once what a node finds too cheap", async (t) => {
    const { settler, clock, sent, node, log } = await settling(t);
    node.answer = { kind: "refused", message: "transaction underpriced" };
    clock.time += relayLimits.rebroadcastMs + 1;
    await settler.begin();
    assert.equal(sent.length, 2);
    assert.match(log.warnings[0] ?? "", /does not take 0x[0-9a-f]{64}: transaction underpriced/);
  });

  it("gives up what another transaction has pushed out, and tells its user", async (t) => {
    const { settler, records, clock, node, log } = await settling(t);
    node.answer = { kind: "nonce-used" };
    for (let looks = 0; looks < relayLimits.lostLooks; looks++) {
      clock.time += relayLimits.rebroadcastMs + 1;
      // Not so long that it counts as stuck.
      if (clock.time > stuckMs) clock.time = stuckMs;
      await settler.begin();
    }
    assert.match(log.lines.at(-1) ?? "", /^Transfer lost, its nonce was taken: 0x/);
    assert.equal((await loadUser(records, "user"))?.unread?.failure, "lost");
  });

  it("says once that the node is away, and sends again when it is back", async (t) => {
    const { settler, sent, node, log } = await settling(t);
    node.isAway = true;
    await settler.begin();
    await settler.look();
    node.isAway = false;
    await settler.look();
    assert.deepEqual(log.warnings, ["cannot follow: no answer", "the node is back"]);
    assert.equal(sent.length, 1);
  });

  it("leaves a user alone whom somebody else is at, and all while another settles", async (t) => {
    const { settler, records, relayed, node } = await settling(t);
    node.mined.set(relayed.id, true);
    const visitor = { id: "user:user", token: "visit" };
    await records.claim(visitor, 60_000);
    await settler.begin();
    assert.equal((await listRelayed(records)).length, 1);
    await records.release(visitor);
    await records.release({ id: "settling", token: "one" });
    const other = { id: "settling", token: "another" };
    await records.claim(other, 60_000);
    await settler.look();
    assert.equal((await listRelayed(records)).length, 1);
    await records.release(other);
    await settler.look();
    assert.equal((await listRelayed(records)).length, 0);
  });
});

describe("the fees of a replacement", () => {
  it("are a quarter more, and at least those of now", () => {
    const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
    assert.deepEqual(raisedFees(fees, 0n), { maxFeePerGas: 2n, maxPriorityFeePerGas: 2n });
    assert.deepEqual(raisedFees({ maxFeePerGas: 400n, maxPriorityFeePerGas: 10n }, 1000n), {
      ...{ maxFeePerGas: 4000n, maxPriorityFeePerGas: 100n },
    });
  });
});
