import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { listOutgoing } from "../engine/outgoing.js";
import { relayLimits } from "../limits.js";
import { RecordsAway } from "../records/records.js";
import { FakeChain } from "../testing/fake-chain.js";
import { openTestRelay, post, temporaryRecords, transferText } from "../testing/relay.js";

/** Starts a relay with a manual clock, and one pending transaction of a kind. */
async function waitingFor(t: TestContext, text: string, chain: FakeChain = new FakeChain()) {
  chain.isMiningAtOnce = false;
  const clock = { time: 0 };
  const records = await temporaryRecords(t);
  const relay = openTestRelay({ chain, records, now: () => clock.time });
  t.after(() => relay.follower.end());
  await relay.answer(post("a", text));
  return { ...relay, chain, clock, records };
}

const lastLine = ({ lines }: { readonly lines: readonly string[] }) => lines.at(-1);

describe("the follower", () => {
  it("logs once that a transaction is in a block, in the specification's words", async (t) => {
    for (const [text, word] of [
      [transferText, "Transfer"],
      ["3", "Loan"],
    ] as const) {
      const { chain, follower, log, records } = await waitingFor(t, text);
      follower.wake();
      chain.mine();
      const line = await log.said(/confirmed/);
      assert.equal(line, `${word} confirmed: ${chain.mined[0]}`);
      await follower.end();
      assert.equal(log.lines.filter((one) => one === line).length, 1);
      assert.deepEqual(await listOutgoing(records), []);
    }
  });

  it("logs it once while the records refuse to store it", async (t) => {
    const { chain, follower, log, records } = await waitingFor(t, transferText);
    chain.mine();
    const write = records.write.bind(records);
    let failures = 2;
    records.write = async (...change) => {
      if (failures-- > 0) throw new Error("the disk is full");
      return write(...change);
    };
    for (let polls = 0; polls < 3; polls++) await follower.poll();
    const confirmed = log.lines.filter((line) => line.includes("confirmed"));
    assert.deepEqual(confirmed, [`Transfer confirmed: ${chain.mined[0]}`]);
    assert.deepEqual(await listOutgoing(records), []);
  });

  it("logs why a loan failed on the chain", async (t) => {
    const { chain, follower, log, records } = await waitingFor(t, "3");
    chain.failure = "Existing loan active";
    chain.mine();
    await follower.begin();
    assert.equal(lastLine(log), "Loan failed on-chain: Existing loan active");
    assert.equal((await listOutgoing(records)).length, 0);
  });

  it("sends a transaction without a receipt again, unchanged", async (t) => {
    const { chain, follower, clock, log } = await waitingFor(t, transferText);
    await follower.begin();
    chain.forget();
    clock.time += relayLimits.rebroadcastMs + 1;
    chain.isMiningAtOnce = true;
    assert.equal(chain.seen.length, 2);
    await log.said(/Transfer confirmed/);
    assert.equal(new Set(chain.seen).size, 1);
    assert.equal(chain.seen.length, 3);
  });

  it("waits for an unreachable node, and then sends again", async (t) => {
    const { chain, follower, log } = await waitingFor(t, transferText);
    chain.isAway = true;
    follower.wake();
    await log.said(/cannot follow: no answer/);
    chain.forget();
    chain.isMiningAtOnce = true;
    chain.isAway = false;
    await log.said(/Transfer confirmed/);
    await log.said(/the node is back/);
    assert.equal(log.warnings.length, 2);
  });

  it("logs once that the records are away, and that they are back", async (t) => {
    const { chain, follower, log, records } = await waitingFor(t, transferText);
    const list = records.list.bind(records);
    records.list = () => Promise.reject(new RecordsAway("Redis: away"));
    await follower.poll();
    await follower.poll();
    chain.isAway = true;
    records.list = list;
    await follower.poll();
    await follower.poll();
    chain.isAway = false;
    await follower.poll();
    assert.deepEqual(log.warnings, [
      "cannot follow: Redis: away",
      "cannot follow: no answer",
      "the node is back",
    ]);
    records.list = () => Promise.reject(new RecordsAway("Redis: away"));
    await follower.poll();
    records.list = list;
    await follower.poll();
    assert.equal(log.warnings.at(-1), "the records are back");
  });

  it("gives up a transaction whose nonce another one has used", async (t) => {
    const { chain, clock, follower, log, records } = await waitingFor(t, transferText);
    chain.forget();
    chain.takeNonce();
    await follower.begin();
    clock.time += relayLimits.lostMs;
    await follower.poll();
    await log.said(/Transfer lost, another transaction took its nonce: 0x/);
    assert.equal((await listOutgoing(records)).length, 0);
  });

  it("logs once that the node refuses a transaction, and tries again", async (t) => {
    const { chain, follower, log, records } = await waitingFor(t, transferText);
    chain.forget();
    chain.refusal = "transaction underpriced";
    await follower.begin();
    await follower.begin();
    assert.equal(log.warnings.filter((line) => line.includes("underpriced")).length, 1);
    chain.refusal = undefined;
    chain.isMiningAtOnce = true;
    await follower.begin();
    await follower.begin();
    assert.match(lastLine(log) ?? "", /^Transfer confirmed/);
    assert.equal((await listOutgoing(records)).length, 0);
  });
});
