/** Tests a member whose newest record is not in the log. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lostLogMs } from "../limits.js";
import { clusterOf, List, leaseMs, never } from "../testing/memory-cluster.js";

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
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    const second = await cluster.join("auto");
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
});
