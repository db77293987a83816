import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { silentLogger } from "../ambient.js";
import { ComputePool, silentChecksMax } from "./compute-pool.js";
import { ThreadLost } from "./compute-thread.js";

const script = new URL("./testing/sample-thread.js", import.meta.url);
const never = new AbortController().signal;

/** Opens a pool whose threads are ready, and returns it with their notices. */
async function open(count: number) {
  const notices: unknown[] = [];
  const spawn = (workerData: SharedArrayBuffer) => new Worker(script, { workerData });
  const onNotice = (notice: unknown) => notices.push(notice);
  const onUnwanted = (result: unknown) => notices.push(`unwanted: ${result}`);
  const pool = new ComputePool({ count, spawn, onNotice, onUnwanted, logger: silentLogger });
  const ready = async () => {
    while (pool.counts().threads < count) await turn();
  };
  await ready();
  return { pool, notices, ready };
}

describe("a pool of threads", () => {
  it("assigns each job to the thread with the fewest, and returns results and errors", async () => {
    const { pool, notices } = await open(2);
    const ending = new AbortController();
    const waiting = assert.rejects(pool.run("wait", ending.signal) as Promise<unknown>, {
      name: "AbortError",
    });
    while (notices.length === 0) await turn();
    assert.equal(await pool.run("other", never), "other");
    await assert.rejects(pool.run("fail", never) as Promise<unknown>, /as asked/);
    assert.equal(pool.counts().underWay, 1);
    ending.abort();
    await waiting;
    while (pool.counts().underWay > 0) await turn();
    assert.deepEqual(notices, ["waiting", "aborted: true", "unwanted: wait"]);
    assert.equal(await pool.close(), true);
    assert.deepEqual(notices.slice(3), ["closed", "closed"]);
    assert.equal(pool.run("late", never), undefined);
  });

  it("skips a thread that does not respond, and starts another one", async () => {
    const { pool, ready } = await open(1);
    const lost = assert.rejects(pool.run("stand still", never) as Promise<unknown>, ThreadLost);
    for (let checks = 0; checks <= silentChecksMax; checks++) pool.checkThreads();
    await lost;
    assert.equal(pool.counts().replaced, 1);
    await ready();
    assert.equal(await pool.run("next", never), "next");
    assert.equal(await pool.close(), true);
  });

  it("replaces a thread that ends by itself, and reports that it closed nothing", async () => {
    const { pool, ready } = await open(1);
    await assert.rejects(pool.run("end", never) as Promise<unknown>, ThreadLost);
    await ready();
    assert.equal(await pool.run("next", never), "next");
    assert.equal(await pool.close(), false);
  });

  it("ends its threads after their jobs, and starts them again", async () => {
    const { pool, notices, ready } = await open(1);
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const running = pool.run(flag, never);
    while (notices.length === 0) await turn();
    const suspended = pool.suspend();
    assert.equal(pool.run("between", never), undefined);
    Atomics.store(flag, 0, 1);
    assert.equal(await running, "done");
    assert.equal(await suspended, true);
    pool.resume();
    await ready();
    assert.equal(await pool.run("again", never), "again");
    assert.equal(await pool.close(), true);
  });

  it("aborts the jobs of threads that end after them if it is closed meanwhile", async () => {
    const { pool, notices } = await open(1);
    const running = pool.run(new Int32Array(new SharedArrayBuffer(4)), never);
    while (notices.length === 0) await turn();
    const suspended = pool.suspend();
    assert.equal(await pool.close(), true);
    assert.deepEqual(
      [await running, await suspended, notices],
      ["aborted", true, ["running", "closed"]],
    );
  });

  it("ends its threads and starts them again", async () => {
    const { pool, ready } = await open(2);
    assert.equal(await pool.suspend(), true);
    assert.equal(pool.run("between", never), undefined);
    pool.resume();
    await ready();
    assert.equal(await pool.run("again", never), "again");
    assert.equal(await pool.close(), true);
  });
});
