/** Tests a member of a cluster, over a log and a lease in memory. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault } from "@tandem/primitives";
import { silentLogger } from "@tandem/runtime";
import { Cluster, clusterOf, List, leaseMs, never, pairOf } from "../testing/memory-cluster.js";

describe("a member of a cluster", () => {
  it("reads the log again if known messages do not arrive", async () => {
    const cluster = new Cluster();
    const sealer = await cluster.join("sealer");
    const { read } = cluster.log;
    let readings = 0;
    // The consumer of the first read was lost: it waits until it is ended.
    cluster.log.read = async function* (range) {
      readings++;
      if (readings > 1) yield* read.call(cluster.log, range);
      else await new Promise((end) => range.signal.addEventListener("abort", end));
    };
    const replica = await cluster.join("replica");
    await sealer.seal("a");
    await replica.member.tick();
    cluster.nowMs += 2 * leaseMs;
    await replica.member.tick();
    assert.equal(readings, 1);
    cluster.nowMs++;
    await replica.member.tick();
    await replica.member.applied(cluster.at(2), new AbortController().signal);
    assert.deepEqual([replica.list.ids, readings], [["a"], 2]);
    await cluster.stop();
  });

  it("seals if it is the first one that may, and others follow", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    const replica = await cluster.join("replica");
    assert.deepEqual(
      [first, second, replica].map(({ member }) => member.status().role),
      ["sealer", "standby", "replica"],
    );
    assert.ok(first.list.isSealing);
    assert.ok(await first.seal("a"));
    assert.ok(!(await second.seal("b")), "a standby appends nothing");
    await Promise.all([second, replica].map(({ member }) => member.applied(cluster.at(2), never)));
    assert.deepEqual([second.list.ids, replica.list.ids], [["a"], ["a"]]);
  });

  it("is not behind while it seals, however long there is nothing to append", async (t) => {
    const cluster = clusterOf(t);
    const { member } = await cluster.join("auto");
    for (let n = 0; n < 30; n++) {
      cluster.nowMs += leaseMs / 3;
      await member.tick();
    }
    assert.equal(member.status().behindMs, 0);
  });

  it("takes over when the lease has expired, and its predecessor appends nothing more", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    cluster.nowMs += leaseMs - 1;
    await second.member.tick();
    assert.equal(second.member.status().role, "standby");
    cluster.nowMs += 1;
    await second.member.tick();
    assert.equal(second.member.status().role, "sealer");
    assert.ok(first.list.isSealing, "it stood still and knows nothing yet");
    assert.ok(!(await first.seal("lost")));
    assert.equal(first.member.status().fenced, 1);
    assert.ok(!first.list.isSealing);
    assert.ok(await second.seal("b"));
    await first.member.applied(cluster.at(4), never);
    assert.deepEqual(first.list.ids, ["a", "b"]);
    assert.equal(first.member.status().role, "standby");
    assert.equal(first.member.status().epoch, 2);
  });

  it("stops sealing when it detects that its lease has expired", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    cluster.nowMs += leaseMs;
    await first.member.tick();
    assert.ok(!first.list.isSealing);
    await first.member.tick();
    assert.ok(first.list.isSealing, "nobody else wanted it");
    assert.equal(first.member.status().epoch, 2);
  });

  it("takes over at its start as the sealer, and only follows once it is replaced", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("sealer");
    await first.seal("a");
    const second = await cluster.join("sealer");
    assert.ok(!(await first.seal("lost")));
    assert.ok(await second.seal("b"));
    cluster.nowMs += 2 * leaseMs;
    await first.member.tick();
    assert.equal(first.member.status().role, "replica");
    await first.member.applied(cluster.at(4), never);
    assert.deepEqual(first.list.ids, ["a", "b"]);
  });

  it("seals again as the sealer when its lease has expired and no other node took over", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("sealer");
    await cluster.join("replica");
    cluster.nowMs += leaseMs;
    await first.member.tick();
    assert.ok(!first.list.isSealing, "it noticed");
    await first.member.tick();
    assert.equal(first.member.status().role, "sealer");
    assert.ok(await first.seal("a"));
  });

  it("reports a new sealer, and not those before it joined", async (t) => {
    const cluster = clusterOf(t);
    await (await cluster.join("sealer")).seal("a");
    const replica = await cluster.join("replica");
    await replica.member.applied(cluster.at(2), never);
    assert.equal(replica.list.newSealers, 0);
    await cluster.join("sealer");
    await replica.member.applied(cluster.at(3), never);
    assert.equal(replica.list.newSealers, 1);
  });

  it("releases its lease when it ends", async (t) => {
    const { first, second } = await pairOf(t);
    await first.member.stop();
    await second.member.tick();
    assert.equal(second.member.status().role, "sealer");
  });

  it("begins a later epoch than that of the record at which it continues", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.member.stop();
    await second.member.tick();
    await second.seal("a");
    await second.member.stop();
    const again = await cluster.join("auto", second.list);
    assert.deepEqual([second.member.status().epoch, again.member.status().epoch], [2, 3]);
  });

  it("appends its existing chain to an empty log", async (t) => {
    const cluster = clusterOf(t);
    const list = new List();
    list.ids.push("a", "b");
    await cluster.join("sealer", list);
    const replica = await cluster.join("replica");
    await replica.member.applied(cluster.at(3), never);
    assert.deepEqual(replica.list.ids, ["a", "b"]);
  });

  it("continues at its position when it is started again", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("sealer");
    const replica = await cluster.join("replica");
    await first.seal("a");
    await replica.member.applied(cluster.at(2), never);
    await replica.member.stop();
    await first.seal("b");
    const applied: string[] = [];
    const { list } = replica;
    const apply = list.apply.bind(list);
    list.apply = (entry, position) => {
      applied.push(entry.id);
      return apply(entry, position);
    };
    const again = await cluster.join("replica", list);
    await again.member.applied(cluster.at(3), never);
    assert.deepEqual(applied, ["b"]);
  });

  it("reports the newest record while it is far behind", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("sealer");
    const list = new List();
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const apply = list.apply.bind(list);
    list.apply = async (...given) => {
      await waiting;
      return apply(...given);
    };
    const { member } = await cluster.join("replica", list);
    await first.seal("0");
    await member.tick();
    assert.equal(list.newestTold, undefined, "one record behind");
    for (let i = 1; i <= 16; i++) await first.seal(`${i}`);
    await member.tick();
    assert.equal(list.newestTold, "16");
    goOn();
    await member.applied(cluster.at(18), never);
  });

  it("reports why it cannot follow, and tries again", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("sealer");
    const list = new List();
    const apply = list.apply.bind(list);
    list.apply = () => Promise.reject(new Error("no"));
    const { member } = await cluster.join("replica", list);
    await first.seal("a");
    while (member.status().trouble === undefined) await new Promise(setImmediate);
    assert.equal(member.status().trouble, "Error: no");
    cluster.nowMs += 50;
    assert.equal(member.status().behindMs, 50);
    list.apply = apply;
    await member.tick();
    await member.applied(cluster.at(2), never);
    assert.deepEqual([member.status().trouble, list.ids], [undefined, ["a"]]);
  });

  it("logs the same reason once while it does not get further", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("sealer");
    let errors = 0;
    cluster.logger = { ...cluster.logger, error: () => errors++ };
    const list = new List();
    const apply = list.apply.bind(list);
    let attempts = 0;
    list.apply = async () => {
      attempts++;
      throw new Error("the disk is full");
    };
    const { member } = await cluster.join("replica", list);
    await first.seal("a");
    while (attempts < 4) await member.tick();
    assert.equal(errors, 1);
    list.apply = apply;
    while (list.ids.length === 0) await member.tick();
    assert.deepEqual([member.status().trouble, list.ids], [undefined, ["a"]]);
  });

  it("passes a message over that is no record, and stops in words at a record of a newer version", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("sealer");
    const standby = await cluster.join("auto");
    const stray = { id: "", epoch: 0, body: new Uint8Array(1) };
    await sealer.seal("a");
    await sealer.member.stop();
    await cluster.log.append({ ...stray, kind: "unknown" }, 2);
    await standby.member.applied(cluster.at(3), never);
    await cluster.log.append({ ...stray, kind: "newer" }, 3);
    await cluster.log.append({ ...stray, kind: "blocks", id: "b" }, 4);
    const message = /the record 4 of the log is of a newer version of Tandem/;
    // It is read again with each tick, since another log could have taken its place.
    for (let ticks = 0; ticks < 3; ticks++) {
      while (standby.member.status().trouble === undefined) await new Promise(setImmediate);
      assert.match(standby.member.status().trouble ?? "", message);
      cluster.nowMs += 2 * leaseMs;
      await standby.member.tick();
      assert.equal(standby.member.status().role, "standby");
    }
    assert.deepEqual(standby.list.ids, ["a"]);
  });

  it("tells once that a record is refused, although the reason names another time at each attempt", async (t) => {
    const cluster = clusterOf(t);
    const { seal } = await cluster.join("auto");
    let told = 0;
    cluster.logger = { ...silentLogger, error: () => void told++ };
    const list = new List();
    let attempts = 0;
    list.apply = () => {
      const message = `the block is too early at ${attempts++}`;
      return Promise.reject(new Fault({ code: "bad-request", message }));
    };
    const replica = await cluster.join("replica", list);
    for (const id of ["a", "b"]) await seal(id);
    while (attempts < 3) {
      await replica.member.tick();
      await new Promise(setImmediate);
    }
    assert.equal(told, 1);
  });
});
