import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayLimits } from "../limits.js";
import { screens } from "../menu/screens.js";
import { RecordsAway } from "../records/records.js";
import { post, temporaryLevelRecords, testLog } from "../testing/relay.js";
import { type Conversation, createAnswer, screenOnly } from "./answer-once.js";
import { withClaims } from "./claims.js";
import { noMetrics } from "./metrics.js";

const ours = ["user", "wallet"].map((id) => ({ id, token: "ours" }));
const claimMs = 60_000;

describe("claims", () => {
  it("that are not free in time are not held by the task, which does not run", async (t) => {
    const records = await temporaryLevelRecords(t);
    await records.claim({ id: "wallet", token: "another" }, claimMs);
    let runs = 0;
    const result = await withClaims(records, { held: ours, waitMs: 1 }, async () => {
      runs += 1;
      return "done";
    });
    assert.deepEqual([result, runs], [undefined, 0]);
    assert.equal(await records.claim({ id: "user", token: "another" }, claimMs), true);
  });

  it("are waited for, as often as the time allows", async (t) => {
    const records = await temporaryLevelRecords(t);
    const [first] = ours.map(({ id }) => ({ id, token: "another" }));
    assert.ok(first !== undefined);
    await records.claim(first, claimMs);
    let tries = 0;
    const claim = records.claim.bind(records);
    records.claim = async (held, ttlMs) => {
      tries += 1;
      return claim(held, ttlMs);
    };
    const waitMs = 3 * relayLimits.claimPollMs;
    assert.equal(await withClaims(records, { held: ours, waitMs }, async () => "done"), undefined);
    assert.equal(tries, 3);
    setImmediate(() => void records.release(first));
    const held = { held: ours, waitMs: relayLimits.claimWaitMs };
    assert.equal(await withClaims(records, held, async () => "done"), "done");
  });

  it("that cannot be released do not hide what the task has done", async (t) => {
    const records = await temporaryLevelRecords(t);
    records.release = () => Promise.reject(new RecordsAway("no answer"));
    assert.equal(await withClaims(records, { held: ours, waitMs: 1 }, async () => "done"), "done");
  });

  it("are held by the task and released after it, also if it fails", async (t) => {
    const records = await temporaryLevelRecords(t);
    const areFree = async () => {
      const others = ours.map(({ id }) => ({ id, token: "another" }));
      const told = await Promise.all(others.map((one) => records.claim(one, claimMs)));
      for (const one of others) await records.release(one);
      return told;
    };
    const task = async () => {
      assert.deepEqual(await areFree(), [false, false]);
      throw new Error("failed");
    };
    await assert.rejects(withClaims(records, { held: ours, waitMs: 1 }, task), /^Error: failed$/);
    assert.deepEqual(await areFree(), [true, true]);
  });

  it("that a post does not get in time are told to the operator", async (t) => {
    const [log, records] = [testLog(), await temporaryLevelRecords(t)];
    const conversation: Conversation<string> = {
      answersKeptMs: 60_000,
      read: ({ text }) => ({ kind: "request", postId: text, sessionId: "a", asked: text }),
      respond: async (asked) => screenOnly(`END ${asked}`),
    };
    const answer = createAnswer({ records, log, metrics: noMetrics, conversation, claimWaitMs: 1 });
    const held = { id: "session:a", token: "another instance" };
    await records.claim(held, 60_000);
    assert.equal(await answer(post("a", "1")), screens.unavailable);
    assert.deepEqual(log.warnings, ["no answer: an earlier post took longer than 1 ms"]);
    await records.release(held);
    assert.equal(await answer(post("a", "1")), "END 1");
  });
});
