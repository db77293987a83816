/** Tests the contract of the records with LevelDB and with its own Redis server. */
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { relayLimits } from "../limits.js";
import { redisAbsent, startRedis } from "../testing/redis-server.js";
import { temporaryDirectory, temporaryLevelRecords } from "../testing/relay.js";
import { levelRecords } from "./level-records.js";
import { openLevel } from "./open-level.js";
import { type Records, RecordsAway, type RecordsLimits } from "./records.js";
import { openRedisRecords } from "./redis-records.js";

type Open = (t: TestContext) => Promise<Records>;

const openOnDisk: Open = (t) => temporaryLevelRecords(t, () => Date.now());

async function openRedis(t: TestContext, limits?: RecordsLimits): Promise<Records> {
  const redis = await startRedis();
  t.after(redis.stop);
  const records = await openRedisRecords(redis.url, limits);
  t.after(() => records.close());
  return records;
}

const row = (id: string, value: string | undefined) => ({ table: "users", id, value });

function promises(open: Open) {
  it("returns what was written, and lists a table", async (t) => {
    const records = await open(t);
    assert.equal(await records.get("users", "a"), undefined);
    await records.write([row("a", "1"), row("b", "2"), { ...row("c", "3"), table: "others" }]);
    assert.equal(await records.get("users", "a"), "1");
    assert.deepEqual([...(await records.list("users"))].sort(), ["1", "2"]);
    await records.write([row("a", undefined), row("b", "4")]);
    assert.deepEqual(await records.list("users"), ["4"]);
  });

  it("grants a claim to one of fifty, until it is released", async (t) => {
    const records = await open(t);
    const tokens = Array.from({ length: 50 }, (_, i) => `token ${i}`);
    const told = await Promise.all(
      tokens.map((token) => records.claim({ id: "x", token }, 60_000)),
    );
    assert.equal(told.filter(Boolean).length, 1);
    const token = tokens[told.indexOf(true)] as string;
    assert.equal(await records.claim({ id: "x", token }, 60_000), true);
    await records.release({ id: "x", token: "another" });
    assert.equal(await records.claim({ id: "x", token: "another" }, 60_000), false);
    await records.release({ id: "x", token });
    assert.equal(await records.claim({ id: "x", token: "another" }, 60_000), true);
  });

  it("writes nothing for an instance that does not hold the claims", async (t) => {
    const records = await open(t);
    const ours = { id: "x", token: "ours" };
    const others = { id: "y", token: "others" };
    await records.claim(ours, 60_000);
    await records.claim(others, 60_000);
    assert.equal(await records.write([row("a", "1")], [ours, { ...others, token: "ours" }]), false);
    assert.equal(await records.get("users", "a"), undefined);
    assert.equal(await records.write([row("a", "1")], [ours]), true);
    assert.equal(await records.get("users", "a"), "1");
  });

  it("never returns the same number twice", async (t) => {
    const records = await open(t);
    const numbers = await Promise.all(Array.from({ length: 30 }, () => records.next("wallets")));
    assert.deepEqual(
      [...numbers].sort((a, b) => a - b),
      Array.from({ length: 30 }, (_, i) => i),
    );
    assert.equal(await records.next("others"), 0);
  });

  it("permits an identifier to be used once", async (t) => {
    const records = await open(t);
    const told = await Promise.all(
      Array.from({ length: 20 }, () => records.useOnce("signature", 60_000)),
    );
    assert.equal(told.filter(Boolean).length, 1);
    assert.equal(await records.useOnce("signature", 60_000), false);
    assert.equal(await records.useOnce("another", 60_000), true);
  });

  it("removes a row that has expired", async (t) => {
    const records = await open(t);
    await records.write([{ table: "answers", id: "a", value: "1", ttlMs: 1 }]);
    await records.write([{ table: "answers", id: "b", value: "2", ttlMs: 60_000 }]);
    while ((await records.get("answers", "a")) !== undefined);
    assert.equal(await records.get("answers", "b"), "2");
  });
}

describe("the records in LevelDB", () => {
  promises(openOnDisk);

  it("exist after a restart, without the claims", async (t) => {
    const directory = temporaryDirectory(t);
    const first = await temporaryLevelRecords(t, () => 0, directory);
    await first.write([row("a", "1"), { table: "answers", id: "a", value: "2", ttlMs: 100 }]);
    assert.equal(await first.next("wallets"), 0);
    await first.claim({ id: "x", token: "first" }, 60_000);
    await first.close();
    const second = await temporaryLevelRecords(t, () => 99, directory);
    assert.equal(await second.get("users", "a"), "1");
    assert.equal(await second.get("answers", "a"), "2");
    assert.equal(await second.next("wallets"), 1);
    assert.equal(await second.claim({ id: "x", token: "second" }, 60_000), true);
  });

  it("have a limited number of evictable rows, also across restarts: the oldest are removed", async (t) => {
    let time = 0;
    const directory = temporaryDirectory(t);
    const limits = { evictableRowsMax: 4 };
    const open = () => temporaryLevelRecords(t, () => time, directory, limits);
    const first = await open();
    const answer = { table: "answers", value: "1", ttlMs: 1000 };
    await first.write([{ ...answer, id: "paid" }]);
    await first.write([{ table: "closed", id: "paid", value: "1", ttlMs: 1000 }]);
    const addFrom = async (records: Records, from: number) => {
      for (time = from; time < from + 5; time++) {
        await records.write([{ ...answer, id: `${time}`, isEvictable: true }]);
      }
    };
    const left = async (records: Records) => {
      const ids = ["paid", ...Array.from({ length: 15 }, (_, i) => `${i}`)];
      const found = await Promise.all(ids.map((id) => records.get("answers", id)));
      return ids.filter((_, i) => found[i] !== undefined);
    };
    await addFrom(first, 0);
    assert.deepEqual(await left(first), ["paid", "2", "3", "4"]);
    await first.close();
    const second = await open();
    await addFrom(second, 5);
    await addFrom(second, 10);
    assert.deepEqual(await left(second), ["paid", "12", "13", "14"]);
    assert.equal(await second.get("closed", "paid"), "1");
  });

  it("do not remove a row that was written again as one that may not be removed", async (t) => {
    let time = 0;
    const limits = { evictableRowsMax: 1 };
    const records = await temporaryLevelRecords(t, () => time, undefined, limits);
    const answer = { table: "answers", value: "1", ttlMs: 1000 };
    await records.write([{ ...answer, id: "a", isEvictable: true }]);
    time = 1000;
    await records.write([{ ...answer, id: "a" }]);
    await records.write([{ ...answer, id: "b", isEvictable: true }]);
    assert.equal(await records.get("answers", "a"), "1");
  });

  it("contain used identifiers after a restart, until they have been open for their time", async (t) => {
    const directory = temporaryDirectory(t);
    let time = 0;
    const open = () => temporaryLevelRecords(t, () => time, directory);
    const first = await open();
    assert.equal(await first.useOnce("signature", 100), true);
    time += 60;
    await first.close();
    time += 1000;
    const second = await open();
    time += 39;
    assert.equal(await second.useOnce("signature", 100), false);
    time += 1;
    assert.equal(await second.useOnce("signature", 100), true);
  });

  it("are not ended by what the clock says at the start after a kill, also the first", async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const directory = temporaryDirectory(t);
    const db = await openLevel(directory);
    const killed = await levelRecords(db, { wall: () => 0, stopwatch: () => 0 });
    await killed.write([{ table: "answers", id: "a", value: "1", ttlMs: 100 }]);
    await db.close();
    const records = await temporaryLevelRecords(t, () => 1000, directory);
    assert.equal(await records.get("answers", "a"), "1");
  });

  it("are stored as long where the relay is killed, but for the time since the last sweep", async (t) => {
    t.mock.timers.enable({ apis: ["setInterval"] });
    const directory = temporaryDirectory(t);
    let time = 0;
    const db = await openLevel(directory);
    const clocks = { wall: () => 0, stopwatch: () => time };
    const killed = await levelRecords(db, clocks);
    await killed.write([{ table: "answers", id: "a", value: "1", ttlMs: 100 }]);
    time += 60;
    t.mock.timers.tick(relayLimits.recordSweepMs);
    while ((await killed.get("clock", "")) !== "60") await turn();
    time += 30;
    await db.close();
    const records = await temporaryLevelRecords(t, () => time, directory);
    time += 39;
    assert.equal(await records.get("answers", "a"), "1");
    time += 1;
    assert.equal(await records.get("answers", "a"), undefined);
  });
});

describe("the records in Redis", { skip: redisAbsent }, () => {
  promises((t) => openRedis(t));

  it("have a limited number of evictable rows, of which those that have expired count no more", async (t) => {
    const records = await openRedis(t, { evictableRowsMax: 3 });
    const answer = { table: "answers", value: "1", ttlMs: 60_000 };
    const add = (id: string, ttlMs: number) =>
      records.write([{ ...answer, id, ttlMs, isEvictable: true }]);
    const left = async (ids: string) => {
      const found = await Promise.all([...ids].map((id) => records.get("answers", id)));
      return [...ids].filter((_, i) => found[i] !== undefined).join("");
    };
    await records.write([{ ...answer, id: "p" }]);
    await add("a", 1);
    while ((await left("a")) !== "");
    for (const [at, id] of [..."bcd"].entries()) await add(id, 60_000 + at);
    assert.equal(await left("bcdp"), "bcdp");
    for (const [at, id] of [..."ef"].entries()) await add(id, 70_000 + at);
    assert.equal(await left("bcdefp"), "defp");
    // Written again as one that may not be removed, or removed, it counts no more.
    await records.write([{ ...answer, id: "d" }]);
    await records.write([{ table: "answers", id: "e", value: undefined }]);
    for (const [at, id] of [..."ghi"].entries()) await add(id, 80_000 + at);
    assert.equal(await left("bcdefghip"), "dghip");
  });

  it("report an unreachable server", async () => {
    await assert.rejects(openRedisRecords("redis://127.0.0.1:9"), RecordsAway);
  });
});
