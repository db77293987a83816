/** Tests the members of a cluster when the servers lost their log, all of it or its end. */
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

/** Milliseconds after which a standby takes over although the log was lost. */
const longEnough = leaseMs + lostLogMs(leaseMs);

type Joined = Awaited<ReturnType<ReturnType<typeof clusterOf>["join"]>>;

/**
 * Loses a log of which the sealer has two records that the standby does not have, until the standby may take over. The
 * sealer is deposed.
 */
async function loseAll(cluster: Cluster, sealer: Joined, standby: Joined): Promise<void> {
  await sealer.seal("a");
  await standby.member.applied(cluster.at(2), never);
  sealer.list.ids.push("b", "c");
  cluster.log.reset();
  cluster.nowMs += leaseMs;
  await standby.member.tick();
  await sealer.member.tick();
  cluster.nowMs += lostLogMs(leaseMs);
}

/** Begins to seal a record whose append has no answer until `refuse` is called. */
function sealUnanswered({ log }: Cluster, sealer: Joined, id: string) {
  const append = log.append.bind(log);
  let refuse = () => {};
  log.append = () =>
    new Promise((resolve) => {
      refuse = () => resolve({ status: "fenced", mayBeRead: true });
    });
  const sealing = sealer.seal(id);
  log.append = append;
  return { sealing, refuse };
}

describe("a lost log", () => {
  it("is filled again if it was created again", async (t) => {
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

  it("is filled again if it was created again, by a standby whose sealer has failed", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    for (const id of ["a", "b"]) await first.seal(id);
    await second.member.applied(cluster.at(3), never);
    cluster.log.reset();
    cluster.nowMs += leaseMs;
    await second.member.tick();
    cluster.nowMs += longEnough;
    await second.member.tick();
    assert.ok(await second.seal("c"));
    const late = await cluster.join("replica");
    await late.member.applied(cluster.at((await cluster.log.bounds()).last), never);
    assert.deepEqual(late.list.ids, ["a", "b", "c"]);
  });

  it("is filled again if its end was lost, by a standby whose sealer has failed", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    for (const id of ["a", "b", "c"]) await first.seal(id);
    await second.member.applied(cluster.at(4), never);
    cluster.log.loseAfter(2);
    cluster.nowMs += leaseMs;
    await second.member.tick();
    cluster.nowMs += longEnough;
    await second.member.tick();
    assert.ok(await second.seal("d"));
    const late = await cluster.join("replica");
    await late.member.applied(cluster.at((await cluster.log.bounds()).last), never);
    assert.deepEqual(late.list.ids, ["a", "b", "c", "d"]);
  });

  it("is left to the node that sealed, which has the most, if it was created again", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    // The standby did not get this record before the servers lost everything, including the lease.
    first.list.ids.push("b");
    cluster.log.reset();
    cluster.nowMs += leaseMs;
    await second.member.tick();
    assert.equal(second.member.status().role, "standby");
    await first.member.tick();
    await first.member.tick();
    assert.equal(first.member.status().role, "sealer");
    await second.member.applied(cluster.at(3), never);
    assert.deepEqual(second.list.ids, ["a", "b"]);
  });

  it("is left to the node that sealed by one that requested the lease before", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    const acquire = cluster.lease.of("node-1").acquire;
    let isLost = false;
    // The answer to this request comes from the restarted servers, which have lost everything.
    const lease = cluster.lease.of("node-1");
    lease.acquire = async () => {
      if (isLost) cluster.log.reset();
      isLost = false;
      return acquire();
    };
    const second = await cluster.join("auto", new List(), lease);
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    cluster.nowMs += leaseMs;
    isLost = true;
    await second.member.tick();
    assert.equal(second.member.status().role, "standby");
    await first.member.tick();
    await first.member.tick();
    assert.equal(first.member.status().role, "sealer");
  });

  it("is left to a node that began to fill it, until it has what that node had", async (t) => {
    const cluster = clusterOf(t);
    const filling = new (class extends List {
      isInterrupted = false;
      override async *missing(...given: Parameters<List["missing"]>) {
        for await (const record of super.missing(...given)) {
          yield record;
          if (this.isInterrupted) continue;
          this.isInterrupted = true;
          // The lease expires while the log is filled.
          cluster.nowMs += leaseMs;
          await second.member.tick();
        }
      }
    })();
    const first = await cluster.join("auto", filling);
    const second = await cluster.join("auto");
    await loseAll(cluster, first, second);
    for (let ticks = 0; ticks < 4; ticks++) {
      for (const { member } of [first, second]) await member.tick();
      cluster.nowMs += leaseMs / 3;
    }
    const sealer = [first, second].find(({ member }) => member.isSealing);
    assert.ok(await sealer?.seal("d"));
    const { last } = await cluster.log.bounds();
    for (const { member, list } of [first, second]) {
      await member.applied(cluster.at(last), never);
      assert.deepEqual(list.ids, ["a", "b", "c", "d"]);
    }
  });

  it("is filled by a standby if the node that began to fill it does not go on", async (t) => {
    const cluster = clusterOf(t);
    const failing = new (class extends List {
      override async *missing(...given: Parameters<List["missing"]>) {
        for await (const record of super.missing(...given)) {
          yield record;
          throw new Error("the process was killed");
        }
      }
    })();
    const first = await cluster.join("auto", failing);
    const second = await cluster.join("auto");
    await loseAll(cluster, first, second);
    await first.member.tick();
    await second.member.tick();
    assert.equal(second.member.status().role, "standby", "the other node may go on");
    cluster.nowMs += lostLogMs(leaseMs);
    await second.member.tick();
    assert.equal(second.member.status().role, "sealer");
    assert.ok(await second.seal("e"));
  });

  it("delays no later election once all of it is back", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await loseAll(cluster, first, second);
    await first.member.tick();
    assert.ok(await first.seal("d"));
    const readAll = async ({ member }: Joined) =>
      member.applied(cluster.at((await cluster.log.bounds()).last), never);
    await second.member.tick();
    await readAll(second);
    for (const [former, next] of [
      [first, second],
      [second, first],
    ] as const) {
      cluster.nowMs += leaseMs;
      await next.member.tick();
      assert.equal(next.member.status().role, "sealer");
      await former.member.tick();
      await former.member.tick();
      await readAll(former);
    }
  });

  it("keeps its sealer if it was created again, because no other node took over", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("sealer");
    await first.seal("a");
    cluster.log.reset();
    assert.ok(!(await first.seal("lost")));
    cluster.nowMs += leaseMs;
    await first.member.tick();
    assert.equal(first.member.status().role, "sealer");
    assert.ok(await first.seal("b"));
  });

  it("has a record again that others read before the servers lost it, and its append had no answer", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    const { log } = cluster;
    const append = log.append.bind(log);
    log.append = async (record, expectedSequence) => {
      await append(record, expectedSequence);
      await second.member.applied(cluster.at(expectedSequence + 1), never);
      log.reset();
      log.append = append;
      return { status: "fenced", mayBeRead: true };
    };
    assert.ok(!(await first.seal("b")));
    assert.deepEqual([first.list.ids, second.list.ids], [["a"], ["a", "b"]]);
    cluster.nowMs += leaseMs;
    await second.member.tick();
    await first.member.tick();
    assert.equal(first.member.status().role, "sealer");
    assert.ok(await first.seal("c"));
    await second.member.tick();
    await second.member.applied(cluster.at((await log.bounds()).last), never);
    for (const { list } of [first, second]) assert.deepEqual(list.ids, ["a", "b", "c"]);
  });

  it("has no record of a former sealer again once another one seals", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    const { log } = cluster;
    const append = log.append.bind(log);
    log.append = async () => ({ status: "fenced", mayBeRead: true });
    assert.ok(!(await first.seal("b")));
    log.append = append;
    cluster.nowMs += leaseMs;
    await second.member.tick();
    assert.ok(await second.seal("c"));
    await first.member.applied(cluster.at((await log.bounds()).last), never);
    cluster.nowMs += leaseMs;
    await first.member.tick();
    assert.ok(await first.seal("d"));
    assert.deepEqual(first.list.ids, ["a", "c", "d"]);
  });

  it("has no record again whose append is refused after another one has sealed", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    const { log } = cluster;
    const { sealing, refuse } = sealUnanswered(cluster, first, "b");
    for (const [former, next, id] of [
      [first, second, "c"],
      [second, first, "d"],
    ] as const) {
      cluster.nowMs += leaseMs;
      await next.member.tick();
      assert.ok(id === "d" || (await next.seal(id)));
      await former.member.tick();
      await former.member.applied(cluster.at((await log.bounds()).last), never);
    }
    refuse();
    assert.ok(!(await sealing));
    assert.ok(await first.seal("d"));
    assert.deepEqual(first.list.ids, ["a", "c", "d"]);
  });

  it("does not block an elected node that waits for an end that the log has lost", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    await first.member.stop();
    const { log } = cluster;
    const bounds = log.bounds.bind(log);
    const read = log.read.bind(log);
    // The servers report one message more, and have lost it when it is read.
    log.bounds = async () => ({ ...(await bounds()), last: 3 });
    const isReading = new Promise<void>((resolve) => {
      log.read = (range) => {
        if (range.to === 3) resolve();
        return read(range);
      };
    });
    const electing = second.member.tick();
    await isReading;
    log.bounds = bounds;
    cluster.nowMs += 3 * leaseMs;
    await Promise.all([electing, second.member.tick()]);
    assert.equal(second.member.status().role, "sealer");
    assert.ok(await second.seal("c"));
  });

  it("is read by an elected node for longer than the lease lasts, which is renewed meanwhile", async (t) => {
    const cluster = clusterOf(t);
    const first = await cluster.join("auto");
    for (const id of ["a", "b", "c"]) await first.seal(id);
    await first.member.stop();
    const slow = new (class extends List {
      override async apply(entry: LogEntry, position: Position) {
        // The timer of the node continues while a record is applied.
        for (let ticks = 0; ticks < 3; ticks++) {
          cluster.nowMs += leaseMs / 2;
          for (const member of cluster.members) void member.tick();
          await new Promise(setImmediate);
        }
        await super.apply(entry, position);
      }
    })();
    const second = await cluster.join("auto", slow);
    for (let ticks = 0; ticks < 3; ticks++) await second.member.tick();
    assert.deepEqual(slow.ids, ["a", "b", "c"]);
    const { role, elections } = second.member.status();
    assert.deepEqual({ role, elections }, { role: "sealer", elections: 1 });
    assert.ok(await second.seal("d"));
  });

  it("that is created again during an election is the one whose identity the elected node has", async (t) => {
    const cluster = clusterOf(t);
    const { append } = cluster.log;
    let isLost = false;
    cluster.log.append = async (record, sequence) => {
      if (!isLost) cluster.log.reset();
      isLost = true;
      return append.call(cluster.log, record, sequence);
    };
    const { member, seal } = await cluster.join("auto");
    await seal("a");
    assert.equal(member.position.identity, cluster.log.identity);
  });

  it("has a record that others may have read also if the log was lost twice before it was appended again", async (t) => {
    const { cluster, first, second } = await pairOf(t);
    await first.seal("a");
    await second.member.applied(cluster.at(2), never);
    const { log } = cluster;
    const { sealing, refuse } = sealUnanswered(cluster, first, "b");
    second.list.ids.push("b");
    const loseAll = async () => {
      log.reset();
      await cluster.lease.of("servers").seize();
      await cluster.lease.of("servers").release();
    };
    await loseAll();
    for (let i = 0; i < 2; i++) await first.member.tick();
    assert.equal(first.member.status().elections, 2);
    await loseAll();
    refuse();
    assert.ok(!(await sealing));
    for (let i = 0; i < 2; i++) await first.member.tick();
    assert.ok(await first.seal("c"));
    await second.member.tick();
    await second.member.applied(cluster.at((await log.bounds()).last), never);
    for (const { list } of [first, second]) assert.deepEqual(list.ids, ["a", "b", "c"]);
  });
});
