/** Tests the lease on NATS JetStream: a node whose answers are lost does not take its own entry for another's. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Lease } from "@tandem/replication";
import type { Connected } from "@tandem/replication/nats";
import { eventually } from "../support/eventually.js";
import { natsAbsent, withNats } from "../support/processes/nats-process.js";

const lifetimeMs = 60_000;

/** A connection that loses the answers of the next publications. */
class LossyConnection {
  readonly connected: Connected;
  /** The number of publications that are stored, but whose answers are lost. */
  lost = 0;

  constructor(connected: Connected) {
    const publish: Connected["stream"]["publish"] = async (...given) => {
      const stored = await connected.stream.publish(...given);
      if (this.lost === 0) return stored;
      this.lost--;
      throw new Error("the answer is lost");
    };
    this.connected = {
      ...connected,
      stream: Object.assign(Object.create(connected.stream) as Connected["stream"], { publish }),
    };
  }
}

describe("a lease on NATS JetStream", { skip: natsAbsent }, () => {
  const { server, connected } = withNats();
  let made = 0;
  let nowMs = 0;

  /** Opens a lease as two nodes of the same name see it, the first of which may lose answers. */
  async function open(): Promise<[LossyConnection, Lease, Lease]> {
    const { openLease } = await import("@tandem/replication/nats");
    const lossy = new LossyConnection(connected());
    const options = { bucket: `lease${made++}`, holder: "node", lifetimeMs, now: () => nowMs };
    return [
      lossy,
      await openLease(lossy.connected, options),
      await openLease(connected(), options),
    ];
  }

  it("is held by one of two nodes, even if they have the same name", async () => {
    const [, one, two] = await open();
    assert.deepEqual([await one.acquire(), await two.acquire()], [true, false]);
    assert.deepEqual([await one.renew(), await two.renew()], [true, false]);
    await one.release();
    assert.equal(await two.acquire(), true);
    assert.equal(await one.renew(), false);
  });

  it("is asked for without a write while another node holds it", async () => {
    const [, one, two] = await open();
    const written: string[] = [];
    const { connection } = connected();
    const subscription = connection.subscribe(`$KV.lease${made - 1}.>`, {
      callback(_, message) {
        written.push(message.string());
      },
    });
    assert.deepEqual([await one.acquire(), await two.acquire()], [true, false]);
    await connection.flush();
    subscription.unsubscribe();
    assert.equal(written.length, 1);
  });

  it("is taken by a node that did not receive the answer", async () => {
    const [lossy, one, two] = await open();
    lossy.lost = 1;
    assert.equal(await one.acquire(), true);
    assert.deepEqual([await two.acquire(), await one.renew()], [false, true]);
    await one.release();
    assert.equal(await two.acquire(), true);
  });

  it("is lost with its bucket, although the entry of another node has the same revision then", async () => {
    const [, one, two] = await open();
    assert.equal(await one.acquire(), true);
    await connected().manager.streams.delete(`KV_lease${made - 1}`);
    assert.equal(await two.acquire(), true);
    assert.deepEqual([await one.renew(), await two.renew()], [false, true]);
    assert.deepEqual([await one.acquire(), await two.renew()], [false, true]);
  });

  it("is taken later by a node that received no answer at all", async () => {
    const [lossy, one, two] = await open();
    lossy.lost = 2;
    await assert.rejects(one.acquire(), /the answer is lost/);
    assert.equal(await two.acquire(), false);
    assert.equal(await one.acquire(), true);
    assert.equal(await one.renew(), true);
  });

  it("stays with a node that did not receive the answer of a renewal", async () => {
    const [lossy, one, two] = await open();
    assert.equal(await one.acquire(), true);
    lossy.lost = 1;
    await assert.rejects(one.renew(), /the answer is lost/);
    assert.equal(await one.renew(), true);
    lossy.lost = 1;
    await assert.rejects(one.renew(), /the answer is lost/);
    await two.seize();
    assert.equal(await one.renew(), false);
    assert.equal(await one.acquire(), false);
  });

  it("is released by a node that did not receive the answer of a renewal", async () => {
    const [lossy, one, two] = await open();
    assert.equal(await one.acquire(), true);
    lossy.lost = 1;
    await assert.rejects(one.renew(), /the answer is lost/);
    await one.release();
    assert.equal(await two.acquire(), true);
    await one.release();
    assert.equal(await two.renew(), true);
  });

  it("is taken from a node that has not renewed it for its lifetime, although the servers keep its entry", async () => {
    const [, one, two] = await open();
    const { streams } = connected().manager;
    await streams.update(`KV_lease${made - 1}`, { max_age: 0 });
    assert.deepEqual([await one.acquire(), await two.acquire()], [true, false]);
    nowMs += lifetimeMs;
    assert.deepEqual([await two.acquire(), await one.renew()], [false, true]);
    nowMs += 1;
    assert.equal(await two.acquire(), false, "it was renewed");
    nowMs += lifetimeMs + 1;
    assert.deepEqual([await two.acquire(), await one.renew()], [true, false]);
    assert.deepEqual([await one.acquire(), await two.renew()], [false, true]);
  });

  it("is lost with the bucket if the servers lost both", async () => {
    const [, one, two] = await open();
    assert.equal(await one.acquire(), true);
    await server().restartEmpty();
    await eventually("loss of the lease", async () => !(await one.renew().catch(() => true)));
    assert.deepEqual([await two.acquire(), await one.acquire()], [true, false]);
  });
});
