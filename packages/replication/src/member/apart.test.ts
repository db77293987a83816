/** Tests a member whose newest record is not in the log. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lostLogMs } from "../limits.js";
import type { LogEntry } from "../log.js";
import type { Position } from "../position.js";
import {
  type Cluster,
  clusterOf,
  List,
  leaseMs,
  never,
  pairOf,
} from "../testing/memory-cluster.js";

describe("a node whose newest record the log does not have", () => {
  it("reports it until the log has it", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("auto");
    await sealer.seal("a");
    const list = new List();
    list.ids.push("x", "y");
    const apply = list.apply.bind(list);
    // Records of a chain with less work stay beside that of the node.
    list.apply = async (entry, position) => {
      list.stored = position;
      if (entry.id === "c") await apply(entry, position);
    };
    const { member } = await cluster.join("replica", list);
    await member.applied(cluster.at(2), never);
    await member.tick();
    assert.equal(member.status().trouble, undefined);
    await member.tick();
    cluster.nowMs += 70;
    const { trouble, behindMs } = member.status();
    assert.deepEqual(
      [trouble, behindMs],
      ["the log does not have the newest block of this node", 70],
    );
    await sealer.seal("c");
    await member.applied(cluster.at(3), never);
    await member.tick();
    assert.equal(member.status().trouble, undefined);
    assert.equal(member.status().behindMs, 0);
  });

  it("is not one whose newest record is followed by others beside its chain", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("auto");
    const list = new List();
    list.newestId = () => "a";
    const { member } = await cluster.join("replica", list);
    for (const id of ["a", "side", "beside"]) await sealer.seal(id);
    await member.applied(cluster.at(4), never);
    await member.tick();
    await member.tick();
    assert.equal(member.status().trouble, undefined);
  });

  it("brings it back to a log that was lost, and that a node without it has filled", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    first.list.ids.push("b");
    first.list.newestId = () => "b";
    cluster.log.reset();
    cluster.nowMs += leaseMs;
    await second.member.tick();
    cluster.nowMs += leaseMs + lostLogMs(leaseMs);
    await second.member.tick();
    assert.ok(second.member.isSealing);
    await first.member.tick();
    await first.member.applied(cluster.at(2), never);
    for (let i = 0; i < 2; i++) await first.member.tick();
    assert.deepEqual(first.list.broughtBack, [["b", "a"]]);
    assert.deepEqual(second.list.broughtBack, []);
  });

  it("is not elected if the log never had its chain, which it would decide", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("auto");
    await sealer.seal("a");
    const list = new List();
    list.ids.push("x", "y");
    list.newestId = () => "y";
    const { member } = await cluster.join("auto", list);
    await sealer.member.stop();
    for (let i = 0; i < 3; i++) await member.tick();
    assert.equal(member.status().role, "standby");
    assert.equal(member.status().trouble, "the log does not have the newest block of this node");
    await member.stop();
    const again = await cluster.join("auto", list);
    for (let i = 0; i < 3; i++) await again.member.tick();
    assert.equal(again.member.status().role, "standby", "also if it starts again");
    assert.deepEqual(await idsIn(cluster).then((ids) => ids.slice(1)), ["a"]);
    const other = await cluster.join("auto");
    assert.ok(other.member.isSealing, "the lease is free");
  });

  it("is elected if the log had it and lost it before the node started", async (t) => {
    const cluster = clusterOf(t);
    const list = new List();
    const first = await cluster.join("auto", list);
    for (const id of ["a", "b"]) await first.seal(id);
    await first.member.stop();
    cluster.log.loseAfter(2);
    list.stored = { ...cluster.at(2), id: "a" };
    const { member } = await cluster.join("auto", list);
    assert.ok(member.isSealing);
    assert.deepEqual(
      (await idsIn(cluster)).filter((id) => id?.length === 1),
      ["a", "b"],
    );
  });

  it("is elected if the log has no block yet", async (t) => {
    const cluster = clusterOf(t);
    const list = new List();
    list.ids.push("x", "y");
    const { member } = await cluster.join("auto", list);
    assert.ok(member.isSealing);
    assert.deepEqual(await idsIn(cluster).then((ids) => ids.slice(1)), ["x", "y"]);
  });

  it("decides the chain with the role of the sealer", async (t) => {
    const cluster = clusterOf(t);
    const sealer = await cluster.join("auto");
    await sealer.seal("a");
    const list = new List();
    list.ids.push("x", "y");
    const { member } = await cluster.join("sealer", list);
    assert.ok(member.isSealing);
    assert.equal(member.status().trouble, undefined);
  });

  /** Fills a lost log with "c" in place of "b", which only one node has, and stops the node that filled it. */
  async function loseAndReplace(cluster: Cluster) {
    const first = await cluster.join("auto", new Forking());
    const second = await cluster.join("auto");
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    first.list.ids.push("b");
    cluster.log.reset();
    cluster.nowMs += leaseMs;
    await second.member.tick();
    cluster.nowMs += leaseMs + lostLogMs(leaseMs);
    await second.member.tick();
    assert.ok(await second.seal("c"));
    return { first, second };
  }

  const idsIn = async ({ log }: Cluster) => {
    const { last } = await log.bounds();
    return Promise.all(Array.from({ length: last }, (_, at) => log.idAt(at + 1)));
  };

  it("appends it itself if it takes over before it has read what another node filled in", async (t) => {
    const cluster = clusterOf(t);
    const { first, second } = await loseAndReplace(cluster);
    await second.member.stop();
    const { log } = cluster;
    const read = log.read.bind(log);
    // What the other node appended last arrives late.
    log.read = (range) => read(range.to === Number.POSITIVE_INFINITY ? { ...range, to: 2 } : range);
    for (let i = 0; i < 3; i++) await first.member.tick();
    assert.ok(first.member.isSealing);
    assert.deepEqual(first.list.broughtBack, []);
    assert.ok((await idsIn(cluster)).includes("b"));
  });

  it("appends it itself if it could not be passed to a sealer that stopped", async (t) => {
    const cluster = clusterOf(t);
    const { first, second } = await loseAndReplace(cluster);
    first.list.bringBack = async (...given) => {
      first.list.broughtBack.push(given);
      throw new Error("a row is damaged");
    };
    await first.member.tick();
    await first.member.applied(cluster.at(3), never);
    for (let i = 0; i < 2; i++) await first.member.tick();
    assert.deepEqual(first.list.broughtBack, [["b", "c"]]);
    await second.member.stop();
    await first.member.tick();
    assert.ok(first.member.isSealing);
    assert.ok((await idsIn(cluster)).includes("b"));
  });

  it("passes it to the next sealer if the first one did not append it", async (t) => {
    const cluster = clusterOf(t);
    const { first } = await loseAndReplace(cluster);
    first.list.isTakenBack = false;
    await first.member.tick();
    await first.member.applied(cluster.at(3), never);
    for (let i = 0; i < 3; i++) await first.member.tick();
    assert.equal(first.list.broughtBack.length, 1, "once to each sealer");
    first.list.isTakenBack = true;
    await cluster.join("sealer");
    await first.member.applied(cluster.at(4), never);
    for (let i = 0; i < 3; i++) await first.member.tick();
    assert.deepEqual(first.list.broughtBack, [
      ["b", "c"],
      ["b", "c"],
    ]);
  });
});

/** A list in which "c" replaces "b", because its chain has more work. */
class Forking extends List {
  override async apply(entry: LogEntry, position: Position) {
    const at = entry.id === "c" ? this.ids.indexOf("b") : -1;
    if (at >= 0) this.beside.push(...this.ids.splice(at));
    await super.apply(entry, position);
  }
}
