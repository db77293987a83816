/** Tests the epochs of sealers, and members whose log has records that no node of the cluster appended. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LogRecord } from "../log.js";
import {
  type Cluster,
  clusterOf,
  falseId,
  leaseMs,
  never,
  pairOf,
} from "../testing/memory-cluster.js";
import { epochRecord, newestIdIn } from "./epoch.js";

const body = new Uint8Array(1);

/** Appends a record at the end of the log, as somebody who is no node of the cluster. */
async function stray(cluster: Cluster, record: Partial<LogRecord>): Promise<number> {
  const { last } = await cluster.log.bounds();
  const whole = { kind: "unknown", id: "", epoch: 0, body, ...record } as const;
  await cluster.log.append(whole, last);
  return last + 1;
}

describe("a member whose log has records of others", () => {
  it("that was started as the sealer seals again after a message that is no record", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("sealer");
    const replica = await cluster.join("replica");
    await sealer.seal("a");
    await stray(cluster, {});
    assert.ok(!(await sealer.seal("b")), "the end of the log is not where it was");
    await sealer.member.tick();
    assert.ok(await sealer.seal("b"));
    const { last } = await cluster.log.bounds();
    await replica.member.applied(cluster.at(last), never);
    assert.deepEqual(replica.list.ids, ["a", "b"]);
  });

  it("does not count epochs up to where readers take no record", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    await stray(cluster, { kind: "epoch", id: "epoch:x", epoch: 999_999_999_999_999 });
    cluster.nowMs += leaseMs;
    await second.member.tick();
    assert.equal(second.member.status().role, "sealer");
    assert.equal(second.member.status().epoch, 2);
  });

  it("passes over a record with something else than it names", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("auto");
    const warned: object[] = [];
    cluster.logger = { ...cluster.logger, warn: (fields) => warned.push(fields) };
    const replica = await cluster.join("replica");
    await sealer.seal("a");
    const sequence = await stray(cluster, { kind: "blocks", id: falseId, epoch: 1 });
    await replica.member.applied(cluster.at(sequence), never);
    assert.deepEqual([replica.list.ids, warned], [["a"], [{ sequence }]]);
  });

  it("reports messages that are no records once for those in a row", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("auto");
    const warned: object[] = [];
    cluster.logger = { ...cluster.logger, warn: (fields) => warned.push(fields) };
    const replica = await cluster.join("replica");
    for (let i = 0; i < 3; i++) await stray(cluster, {});
    await sealer.member.tick();
    assert.ok(!(await sealer.seal("a")));
    await sealer.member.tick();
    assert.ok(await sealer.seal("a"));
    const sequence = await stray(cluster, {});
    await replica.member.applied(cluster.at(sequence), never);
    assert.deepEqual(warned, [{ sequence: 2 }, { sequence }]);
  });

  it("appends nothing twice because an old record is in the log again", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    for (const id of ["a", "b", "c"]) await first.seal(id);
    const sequence = await stray(cluster, { kind: "blocks", id: "a", epoch: 1 });
    cluster.nowMs += leaseMs;
    await second.member.tick();
    assert.equal(second.member.status().role, "sealer");
    assert.equal((await cluster.log.bounds()).last, sequence + 1, "the record of its epoch");
  });
});

it("the records of two sealers are different records, also for the same epoch", () => {
  const [first, second] = [epochRecord(7, "5:0xab"), epochRecord(7, "5:0xab")];
  assert.notEqual(first.id, second.id);
  assert.equal(newestIdIn(first), "5:0xab");
  assert.equal(first.kind, "epoch");
});
