/** Tests a log whose sealer ends while it fills the log again, or in the middle of a record. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { lostLogMs, messageBytesMax } from "../limits.js";
import { clusterOf, List, leaseMs, never } from "../testing/memory-cluster.js";
import { epochRecord } from "./epoch.js";

/** A node that ends before it has appended a record of the log that it fills. */
class Ending extends List {
  override async *missing(...given: Parameters<List["missing"]>) {
    if (this.ids.length > 0) throw new Error("the process was killed");
    yield* super.missing(...given);
  }
}

it("a standby waits once for a sealer that said how far its blocks reach and appended none", async (t) => {
  const cluster = clusterOf(t);
  const first = await cluster.join("auto", new Ending());
  const second = await cluster.join("auto");
  await first.seal("a");
  await second.member.applied(cluster.at(2), never);
  cluster.log.reset();
  cluster.nowMs += leaseMs;
  for (let i = 0; i < 2; i++) await first.member.tick();
  assert.equal((await cluster.log.bounds()).last, 1, "the record of its epoch");
  await first.member.stop();
  for (let i = 0; i < 3; i++) {
    await second.member.tick();
    assert.equal(second.member.status().role, "standby");
    cluster.nowMs += lostLogMs(leaseMs) / 2;
  }
  await second.member.tick();
  assert.equal(second.member.status().role, "sealer");
  assert.ok(await second.seal("b"));
});

it("a replica that has all complete records is not behind, and reads the next one", async (t) => {
  const cluster = clusterOf(t);
  const sealer = await cluster.join("sealer");
  await sealer.seal("a");
  await sealer.member.stop();
  const body = new Uint8Array(20 * messageBytesMax);
  await cluster.log.append({ kind: "blocks", id: "b", epoch: 1, body }, 2);
  cluster.log.loseAfter(20);
  const { member, list } = await cluster.join("replica");
  await member.applied(cluster.at(2), never);
  let readings = 0;
  const read = cluster.log.read.bind(cluster.log);
  cluster.log.read = (range) => {
    readings++;
    return read(range);
  };
  for (let ticks = 0; ticks < 4; ticks++) {
    await member.tick();
    cluster.nowMs += leaseMs;
  }
  await member.tick();
  const { applied, last, behindMs } = member.status();
  assert.deepEqual(
    { applied, last, behindMs, readings },
    { applied: 2, last: 2, behindMs: 0, readings: 0 },
  );
  const next = await cluster.join("sealer");
  assert.ok(await next.seal("c"));
  await member.applied(cluster.at(22), never);
  assert.equal(list.newestTold, undefined);
  assert.deepEqual(list.ids, ["a", "c"]);
});

it("a node that is not elected in the middle of a record reads all of it", async (t) => {
  const cluster = clusterOf(t);
  const first = await cluster.join("auto");
  const standby = await cluster.join("auto");
  await first.seal("a");
  await standby.member.applied(cluster.at(2), never);
  await first.member.stop();
  const read = cluster.log.read.bind(cluster.log);
  // What follows reaches the standby in its election only, in which it learns that another node fills the log.
  cluster.log.read = async function* ({ signal }) {
    await new Promise((end) => signal.addEventListener("abort", end));
  };
  cluster.log.reset();
  for (let halves = 0; halves < 2; halves++) {
    await standby.member.tick();
    cluster.nowMs += lostLogMs(leaseMs) / 2;
  }
  await cluster.log.append({ ...epochRecord(2, "c"), epoch: 2 }, 0);
  const body = new Uint8Array(2 * messageBytesMax);
  const record = { kind: "blocks", id: "b", epoch: 2, body } as const;
  await cluster.log.append(record, 1);
  cluster.log.loseAfter(2);
  cluster.log.read = read;
  await standby.member.tick();
  assert.equal(standby.member.status().role, "standby");
  cluster.log.loseAfter(1);
  await cluster.log.append(record, 1);
  await standby.member.applied(cluster.at(3), never);
  assert.deepEqual(standby.list.ids, ["a", "b"]);
});
