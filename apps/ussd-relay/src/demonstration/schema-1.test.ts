/** Tests data directories of schema 1, written as relays of that schema wrote them. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { keccak256 } from "viem";
import { listOutgoing } from "../engine/outgoing.js";
import { screens } from "../menu/screens.js";
import { openLevel, UnusableStore } from "../records/open-level.js";
import { FakeChain } from "../testing/fake-chain.js";
import {
  openTestRelay,
  post,
  recipient,
  relayerKey,
  temporaryDirectory,
  temporaryRecords,
  transferText,
} from "../testing/relay.js";
import { keySigner } from "../wallet/signer.js";
import { transactionsOf } from "./posts.js";

const raw = await keySigner(relayerKey).sign({
  type: "eip1559",
  chainId: 31,
  nonce: 0,
  to: recipient,
  data: "0x12",
  gas: 90_000n,
  maxFeePerGas: 400n,
  maxPriorityFeePerGas: 10n,
});
const hash = keccak256(raw);
const screen = "END Transfer Submitted";
const ageKey = (at: number, key: string) => `${at.toString().padStart(16, "0")}\0${key}`;

/** Writes a directory with an unsettled transfer, a settled loan and an old answer. */
async function directoryOfSchema1(t: TestContext, schema = "1"): Promise<string> {
  const directory = temporaryDirectory(t);
  const db = await openLevel(directory);
  const json = { valueEncoding: "json" } as const;
  const [identity, paid, ages] = ["identity", "paid", "ages"].map((name) =>
    db.sublevel<string, string>(name, {}),
  );
  const answers = db.sublevel<string, object>("answers", json);
  const sendings = db.sublevel<string, object>("sendings", json);
  await identity?.put("schema", schema);
  await identity?.put("genesis", "0x01");
  const at = Date.now();
  const sent = { sessionId: "a", text: transferText, kind: "transfer" };
  for (const [session, text, kind, time] of [
    ["a", transferText, "transfer", at],
    ["b", "3", "loan", at],
    ["old", "1", undefined, 1],
  ] as const) {
    const key = `${session}\0${text}`;
    await answers.put(key, { screen, at: time });
    await ages?.put(ageKey(time, key), kind === undefined ? "" : `${session}\0${kind}`);
    if (kind !== undefined) await paid?.put(`${session}\0${kind}`, text);
  }
  await sendings.put(hash, { hash, raw, nonce: 0, post: sent });
  await db.close();
  return directory;
}

describe("a data directory of schema 1", () => {
  it("keeps its answers, its closed sessions and its unsettled transactions", async (t) => {
    const directory = await directoryOfSchema1(t);
    const first = await temporaryRecords(t, directory);
    await first.close();
    // An upgraded directory is opened unchanged.
    const records = await temporaryRecords(t, directory);
    const chain = new FakeChain();
    const { answer, follower, log } = openTestRelay({ chain, records });
    assert.equal(await answer(post("a", transferText)), screen);
    assert.equal(await answer(post("b", "3")), screen);
    assert.equal(await answer(post("a", `2*${recipient}*9`)), screens.closed);
    assert.match(await answer(post("old", "1")), /^END Your Balance/);
    const [outgoing] = await listOutgoing(records);
    assert.deepEqual(outgoing?.attempts, [{ hash, raw }]);
    assert.equal(outgoing?.gas, 90_000n);
    assert.deepEqual(await transactionsOf(records, "a"), [
      { hash, kind: "transfer", nonce: 0, attempts: [hash], ending: undefined },
    ]);
    assert.deepEqual(await transactionsOf(records, "b"), []);
    await follower.begin();
    await follower.poll();
    await follower.end();
    assert.deepEqual(chain.seen, [raw]);
    assert.ok(log.lines.includes(`Transfer confirmed: ${hash}`));
    assert.equal(await records.get("identity", "genesis"), "0x01");
  });

  it("is refused if its schema is unknown", async (t) => {
    const directory = await directoryOfSchema1(t, "3");
    await assert.rejects(temporaryRecords(t, directory), UnusableStore);
  });

  it("is opened by one process at a time", async (t) => {
    const directory = await directoryOfSchema1(t);
    await temporaryRecords(t, directory);
    await assert.rejects(temporaryRecords(t, directory), UnusableStore);
  });
});
