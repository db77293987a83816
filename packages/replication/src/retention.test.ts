/** Tests snapshots of a log in memory, and the removal of the log before them. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryLease } from "./lease.js";
import { snapshotMsMax } from "./limits.js";
import { MemoryLog } from "./memory-log.js";
import { Retention } from "./retention.js";
import { MemorySnapshots } from "./snapshots.js";

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

class World {
  readonly log = new MemoryLog();
  readonly snapshots = new MemorySnapshots();
  nowMs = 0;
  readonly lease = new MemoryLease(snapshotMsMax, () => this.nowMs);
  readonly removed: (number | undefined)[] = [];
  /** The number of dumps that were released. */
  closed = 0;

  async grow(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const { last } = await this.log.bounds();
      const record = {
        kind: "blocks" as const,
        id: `${last + 1}`,
        epoch: 1,
        body: new Uint8Array(1),
      };
      await this.log.append(record, last);
    }
  }

  async position() {
    const { identity, last } = await this.log.bounds();
    return { identity, sequence: last, id: `${last}` };
  }

  /** @param isSealing whether the node makes the blocks. */
  member(name: string, everyMessages = 10, isSealing = false, pieces = () => bytesOf(name)) {
    const retention = new Retention({
      log: this.log,
      snapshots: this.snapshots,
      claim: this.lease.of(name),
      everyMessages,
      layout: "1",
      isSealing: () => isSealing,
      dump: () => ({ position: this.#at, pieces: pieces(), close: async () => void this.closed++ }),
      now: () => this.nowMs,
      made: (_, removedBelow) => this.removed.push(removedBelow),
    });
    return {
      retention,
      make: async () => {
        this.#at = await this.position();
        await retention.makeIfDue(this.#at);
      },
    };
  }
  #at = { identity: "", sequence: 0, id: "" };

  async kept() {
    return (await this.snapshots.list()).map(({ sequence }) => sequence);
  }
  async first() {
    return (await this.log.bounds()).first;
  }
}

describe("snapshots for new nodes", () => {
  it("are created after a number of messages, and the log before the older of two is removed", async () => {
    const world = new World();
    const { retention, make } = world.member("one");
    await world.grow(9);
    assert.ok(!retention.isDue(await world.position()));
    await make();
    assert.deepEqual(await world.kept(), []);
    await world.grow(1);
    await make();
    assert.deepEqual([await world.kept(), await world.first()], [[10], 1]);
    await world.grow(10);
    await make();
    assert.deepEqual([await world.kept(), await world.first()], [[20, 10], 10]);
    await world.grow(15);
    await make();
    assert.deepEqual([await world.kept(), await world.first()], [[35, 20], 20]);
    assert.deepEqual(world.removed, [undefined, 10, 20]);
    assert.equal(await world.log.idAt(20), "20", "a node that begins there knows the log by it");
  });

  it("are created by one node at a time", async () => {
    const world = new World();
    const [one, other] = [world.member("one"), world.member("other")];
    await world.grow(10);
    await world.lease.of("third").acquire();
    await one.make();
    assert.deepEqual(await world.kept(), []);
    await world.lease.of("third").release();
    await one.make();
    await other.make();
    assert.deepEqual(await world.kept(), [10]);
    assert.ok(!other.retention.isDue(await world.position()), "it knows of the other's");
  });

  it("are created by the sealer if no other node created one for twice as long", async () => {
    const world = new World();
    const sealer = world.member("sealer", 10, true);
    const standby = world.member("standby");
    await world.grow(19);
    await sealer.make();
    assert.deepEqual(await world.kept(), []);
    await world.grow(1);
    await sealer.make();
    assert.deepEqual(await world.kept(), [20]);
    await world.grow(10);
    await standby.make();
    await world.grow(10);
    await sealer.make();
    assert.deepEqual(await world.kept(), [30, 20], "the standby has made one in between");
    await world.grow(10);
    await sealer.make();
    assert.deepEqual([await world.kept(), await world.first()], [[50, 30], 30]);
  });

  it("release the data of the node, also if they cannot be stored", async () => {
    const world = new World();
    const { make } = world.member("one");
    await world.grow(10);
    const put = world.snapshots.put.bind(world.snapshots);
    world.snapshots.put = () => Promise.reject(new Error("no room"));
    await assert.rejects(make(), /no room/);
    assert.equal(world.closed, 1);
    world.snapshots.put = put;
    await world.grow(10);
    await make();
    assert.deepEqual([world.closed, await world.kept()], [2, [20]]);
  });

  it("that cannot be stored are tried again after as many messages", async () => {
    const world = new World();
    const { retention, make } = world.member("one");
    const put = world.snapshots.put.bind(world.snapshots);
    world.snapshots.put = () => Promise.reject(new Error("no room"));
    await world.grow(10);
    await assert.rejects(make(), /no room/);
    await world.grow(9);
    assert.ok(!retention.isDue(await world.position()));
    await world.grow(1);
    await assert.rejects(make(), /no room/);
    world.snapshots.put = put;
    await world.grow(10);
    await make();
    assert.deepEqual(await world.kept(), [30]);
  });

  it("are not created if that is disabled", async () => {
    const world = new World();
    const { make } = world.member("one", 0);
    await world.grow(20);
    await make();
    assert.deepEqual(await world.kept(), []);
  });

  it("of a previous log are removed, and do not affect the log that was created again", async () => {
    const world = new World();
    const { make } = world.member("one");
    await world.grow(20);
    await make();
    world.log.reset();
    await world.grow(12);
    await make();
    assert.deepEqual([await world.kept(), await world.first()], [[12], 1]);
    await world.grow(10);
    await make();
    assert.deepEqual([await world.kept(), await world.first()], [[22, 12], 12]);
  });

  it("remove incomplete ones before, and keep other nodes from storing one for as long as it takes", async () => {
    const world = new World();
    const events: string[] = [];
    world.snapshots.removeIncomplete = async () => void events.push("removed incomplete ones");
    const other = world.lease.of("other");
    const { retention } = world.member("one", 10, false, async function* () {
      for (let i = 0; i < 4; i++) {
        world.nowMs += snapshotMsMax / 2;
        yield new Uint8Array(1);
        events.push(`${await other.acquire()}`);
      }
    });
    await world.grow(10);
    await retention.makeIfDue(await world.position());
    assert.deepEqual(events, ["removed incomplete ones", "false", "false", "false", "false"]);
    assert.ok(await other.acquire());
  });

  it("are not completed by a node that another one has replaced, since that removes incomplete ones", async () => {
    const world = new World();
    const other = world.member("other");
    await world.grow(10);
    const { retention, make } = world.member("slow", 10, false, async function* () {
      yield new Uint8Array(1);
      // The node stood still for so long that another one stores a snapshot.
      world.nowMs += snapshotMsMax;
      await other.make();
      yield new Uint8Array(1);
      yield new Uint8Array(1);
    });
    await assert.rejects(make(), /another node stores a snapshot/);
    assert.deepEqual([await world.kept(), world.closed], [[10], 2]);
    const [name] = await world.snapshots.list();
    const pieces: Uint8Array[] = [];
    if (name !== undefined)
      for await (const piece of world.snapshots.read(name)) pieces.push(piece);
    assert.equal(Buffer.concat(pieces).toString(), "other");
    assert.ok(!retention.isDue(await world.position()));
  });

  it("of a log that was lost meanwhile remove none of the log that was created again", async () => {
    const world = new World();
    const other = world.member("other");
    const { make } = world.member("slow", 10, false, async function* () {
      yield new Uint8Array(1);
      world.log.reset();
      world.nowMs += snapshotMsMax;
      for (let i = 0; i < 2; i++) {
        await world.grow(10);
        await other.make();
      }
    });
    await world.grow(30);
    await make();
    const { identity } = await world.log.bounds();
    const own = (await world.snapshots.list()).filter((each) => each.identity === identity);
    assert.deepEqual(
      own.map(({ sequence }) => sequence),
      [20, 10],
    );
    assert.equal(await world.first(), 10);
  });

  it("of records that the log does not have neither delay others nor remove any of the log", async () => {
    const world = new World();
    const { make } = world.member("one");
    await world.grow(20);
    await make();
    const { identity } = await world.log.bounds();
    for (const sequence of [1_000_000, 2_000_000]) {
      const name = { identity, sequence, id: "no record", layout: "1" };
      await world.snapshots.put(name, bytesOf("no rows"));
    }
    await world.grow(10);
    await world.member("other").make();
    assert.deepEqual([await world.kept(), await world.first()], [[30, 20], 20]);
  });
});
