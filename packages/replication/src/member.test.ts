/** Nodes of a cluster over a log and a lease in memory, whose ticks and clock the tests drive. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { MemoryLease } from "./lease.js";
import type { LogEntry } from "./log.js";
import { Member } from "./member.js";
import type { Applier, WantedRole } from "./member-options.js";
import { MemoryLog } from "./memory-log.js";
import type { Position } from "./position.js";

const leaseMs = 3000;

/** A list of ids in the place of a chain. */
class List implements Applier {
  readonly ids: string[] = [];
  stored: Position | undefined;
  isSealing = false;
  newSealers = 0;
  newestTold: string | undefined;
  position() {
    return this.stored;
  }
  async apply({ id }: LogEntry, position: Position) {
    if (!this.ids.includes(id)) this.ids.push(id);
    this.stored = position;
  }
  async *missing(id: string | undefined) {
    const known = id === undefined ? 0 : this.ids.indexOf(id) + 1;
    for (const one of this.ids.slice(known)) yield { id: one, body: new Uint8Array(1) };
  }
  behind(id: string) {
    this.newestTold = id;
  }
  sealerChanged() {
    this.newSealers++;
  }
  sealingChanged(isSealing: boolean) {
    this.isSealing = isSealing;
  }
}

class Cluster {
  readonly log = new MemoryLog();
  nowMs = 0;
  readonly lease = new MemoryLease(leaseMs, () => this.nowMs);
  readonly members: Member[] = [];

  async join(role: WantedRole, list = new List()) {
    const name = `node-${this.members.length}`;
    const now = () => this.nowMs;
    const lease = this.lease.of(name);
    const parts = { log: this.log, lease, leaseMs, role, applier: list, logger: silentLogger, now };
    const member = new Member(parts);
    this.members.push(member);
    await member.start();
    return { member, list, seal: (id: string) => seal(member, list, id) };
  }

  at(sequence: number) {
    return { identity: this.log.identity, sequence };
  }

  async stop() {
    for (const member of this.members) await member.stop();
  }
}

/** Appends an id as the sealer. Returns whether it stands. */
async function seal(member: Member, list: List, id: string): Promise<boolean> {
  const position = await member.append({ id, body: new Uint8Array(1) });
  if (position === undefined) return false;
  list.ids.push(id);
  list.stored = position;
  return true;
}

const never = new AbortController().signal;

function clusterOf(t: { after(fn: () => Promise<void>): void }): Cluster {
  const cluster = new Cluster();
  t.after(() => cluster.stop());
  return cluster;
}

describe("a member of a cluster", () => {
  it("reads the log again when what there is does not come", async () => {
    const cluster = new Cluster();
    const sealer = await cluster.join("sealer");
    const { read } = cluster.log;
    let readings = 0;
    // The first reading is one whose consumer was lost: it waits until it is ended.
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

  it("seals when it is the first that may, and others follow", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    const second = await cluster.join("auto");
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

  it("takes over when the lease has expired, and its predecessor appends nothing more", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    const second = await cluster.join("auto");
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

  it("stops sealing when it notices that its lease has expired", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    cluster.nowMs += leaseMs;
    await first.member.tick();
    assert.ok(!first.list.isSealing);
    await first.member.tick();
    assert.ok(first.list.isSealing, "nobody else wanted it");
    assert.equal(first.member.status().epoch, 2);
  });

  it("takes over at its start as the sealer, and follows for good once it is deposed", async (t) => {
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

  it("tells of a new sealer, and not of those before it joined", async (t) => {
    const cluster = clusterOf(t);
    await (await cluster.join("sealer")).seal("a");
    const replica = await cluster.join("replica");
    await replica.member.applied(cluster.at(2), never);
    assert.equal(replica.list.newSealers, 0);
    await cluster.join("sealer");
    await replica.member.applied(cluster.at(3), never);
    assert.equal(replica.list.newSealers, 1);
  });

  it("gives its lease up when it ends", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    const second = await cluster.join("auto");
    await first.member.stop();
    await second.member.tick();
    assert.equal(second.member.status().role, "sealer");
  });

  it("fills a log again that was made anew", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    const replica = await cluster.join("replica");
    for (const id of ["a", "b"]) await first.seal(id);
    await replica.member.applied(cluster.at(3), never);
    cluster.log.reset();
    assert.ok(!(await first.seal("c")), "the log does not continue where this node is");
    cluster.nowMs += leaseMs;
    await first.member.tick();
    assert.ok(await first.seal("c"));
    await replica.member.tick();
    await replica.member.applied(cluster.at(4), never);
    assert.deepEqual(replica.list.ids, ["a", "b", "c"]);
    const late = await cluster.join("replica");
    await late.member.applied(cluster.at(4), never);
    assert.deepEqual(late.list.ids, ["a", "b", "c"]);
  });

  it("brings a chain that it had before into an empty log", async (t) => {
    const cluster = clusterOf(t);
    const list = new List();
    list.ids.push("a", "b");
    await cluster.join("sealer", list);
    const replica = await cluster.join("replica");
    await replica.member.applied(cluster.at(3), never);
    assert.deepEqual(replica.list.ids, ["a", "b"]);
  });

  it("goes on where it was when it is started again", async (t) => {
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

  it("tells what is the newest record while it is far behind", async (t) => {
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

  it("says why it cannot follow, and tries again", async (t) => {
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
});
