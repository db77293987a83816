/** Tests a sealer that stops sealing by itself. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unusableData } from "@tandem/primitives";
import { clusterOf, List, never, pairOf } from "../testing/memory-cluster.js";

const body = new Uint8Array(1);

describe("a sealer that stops sealing by itself", () => {
  it("reads a record from the log that it has appended and not stored", async (t) => {
    const cluster = clusterOf(t);
    const { member, list, seal } = await cluster.join("auto");
    await seal("a");
    assert.ok((await member.append({ id: "b", body })) !== undefined);
    member.depose("the record was not stored");
    assert.ok(!member.isSealer);
    assert.equal(await member.append({ id: "c", body }), undefined);
    await member.tick();
    assert.deepEqual(list.ids, ["a", "b"]);
    assert.ok(await seal("c"));
  });

  it("does not continue because a renewal of before is answered", async (t) => {
    const cluster = clusterOf(t);
    const lease = cluster.lease.of("slow");
    const { renew } = lease;
    let answer = () => {};
    const { member } = await cluster.join("auto", new List(), lease);
    lease.renew = async () => {
      const isHeld = await renew();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return isHeld;
    };
    const checked = member.tick();
    await new Promise(setImmediate);
    member.depose("another node appended to the log");
    answer();
    await checked;
    assert.ok(!member.isSealer);
  });

  it("fills a log that was created again, although it appends nothing and its lease is renewed", async (t) => {
    const cluster = clusterOf(t);
    const { member, seal } = await cluster.join("auto");
    await seal("a");
    cluster.log.reset();
    for (let i = 0; i < 2; i++) await member.tick();
    assert.equal(member.status().role, "sealer");
    assert.equal((await cluster.log.bounds()).last, 2);
    assert.ok(await seal("b"));
  });

  it("says why the log cannot be used after a change of its settings, and seals again after another", async (t) => {
    const cluster = clusterOf(t);
    const { member, seal } = await cluster.join("auto");
    await seal("a");
    const { bounds } = cluster.log;
    cluster.log.bounds = () => Promise.reject(unusableData("it keeps one message"));
    await member.tick();
    assert.ok(!member.isSealer);
    await new Promise(setImmediate);
    assert.equal(member.status().trouble, "Fault: it keeps one message");
    cluster.log.bounds = bounds;
    for (let i = 0; i < 2; i++) await member.tick();
    assert.ok(await seal("b"));
  });

  it("follows the log from its next check on if that did not answer meanwhile", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    const { bounds } = cluster.log;
    cluster.log.bounds = () => Promise.reject(new Error("timeout"));
    first.member.depose("a block could not be written");
    await new Promise(setImmediate);
    cluster.log.bounds = bounds;
    await second.member.tick();
    assert.ok(await second.seal("b"));
    await first.member.tick();
    await first.member.applied(cluster.at(3), never);
    assert.deepEqual(first.list.ids, ["b"]);
    assert.equal(first.member.status().trouble, undefined);
  });

  it("follows the log although its lease could not be released after an election without success", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("auto");
    const lease = cluster.lease.of("node-1");
    const list = new List();
    const standby = await cluster.join("auto", list, {
      ...lease,
      release: () => Promise.reject(new Error("timeout")),
    });
    await sealer.member.stop();
    const { append } = cluster.log;
    cluster.log.append = () => Promise.reject(new Error("refused"));
    await standby.member.tick();
    cluster.log.append = append;
    const other = await cluster.join("sealer");
    assert.ok(await other.seal("a"));
    await standby.member.applied(cluster.at(3), never);
    assert.deepEqual(list.ids, ["a"]);
  });
});
