/** Tests snapshots of a cluster: the log before them is removed, and a new node starts from one. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { openLink } from "@tandem/replication/nats";
import { silentLogger } from "@tandem/runtime";
import { type ClusterNodes, startCluster } from "../support/cluster/nodes.js";
import { sendUntilTaken } from "../support/cluster/send.js";
import { sharedRows } from "../support/cluster/store-rows.js";
import { developmentAccount, plentyGasPrice, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import { runHere } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";
import type { WireBlock } from "../support/wire.js";

const flags = ["--seed", "1", "--snapshot-messages", "8"];

describe("snapshots of a cluster", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;
  let sealer: RunningNode;
  let replica: RunningNode;
  let nonce = 0;

  before(async () => {
    cluster = await startCluster();
    sealer = await cluster.startLocal("sealer", "auto", flags);
    replica = await cluster.startLocal("replica", "replica", flags);
  });
  after(() => cluster?.stop());

  const latest = (node: RunningNode) =>
    call<WireBlock>(node.url, "eth_getBlockByNumber", ["latest", false]);
  const sameHead = async (node: RunningNode) => {
    const { hash } = await latest(sealer);
    await eventually("same head", async () => (await latest(node)).hash === hash);
  };
  /** Mines blocks until a replica has logged a message a number of times. */
  const mineUntil = (node: RunningNode, pattern: RegExp, times: number) =>
    eventually(`${times} times ${pattern}`, async () => {
      const to = developmentAccount(5).address;
      const fields = { nonce: nonce++, to, value: 1n, gasPrice: plentyGasPrice };
      await sendUntilTaken(sealer.url, sign(developmentAccount(1), fields).raw);
      await sameHead(node);
      return [...node.output().matchAll(pattern)].length >= times;
    });
  const stored = /a snapshot was stored for new nodes/g;

  it("are stored by a replica, and the log before the older of two is removed", async () => {
    await mineUntil(replica, stored, 2);
    assert.match(replica.output(), /"removedBelow":\d+,"msg":"a snapshot was stored/);
  });

  it("start a new node, which follows the rest of the log", async () => {
    const late = await cluster.startLocal("late", "replica", flags);
    assert.match(late.output(), /the chain was restored from a snapshot/);
    await sameHead(late);
    assert.deepEqual(
      await call(late.url, "eth_getBlockByNumber", ["0x1", true]),
      await call(sealer.url, "eth_getBlockByNumber", ["0x1", true]),
    );
    await mineUntil(late, /./g, 1);
    await late.stop();
    assert.equal((await runHere(["check", cluster.folderOf("late")])).code, 0);
  });

  it("are stored by the sealer while it is alone", async () => {
    await replica.stop();
    assert.doesNotMatch(sealer.output(), stored);
    await mineUntil(sealer, stored, 2);
    assert.match(sealer.output(), /"removedBelow":\d+,"msg":"a snapshot was stored/);
  });

  it("restart a node that was stopped while the log was truncated", async () => {
    const late = await cluster.startLocal("late", "replica", flags);
    await mineUntil(late, stored, 2);
    replica = await cluster.startLocal("replica", "replica", flags);
    assert.match(replica.output(), /the chain was restored from a snapshot/);
    await sameHead(replica);
    await late.stop();
  });

  it("that cannot be used leave the chain of a node that the log has passed as it is", async (t) => {
    let cut = await cluster.startLocal("cut", "replica", flags);
    await sameHead(cut);
    await cut.stop();
    const folder = cluster.folderOf("cut");
    const rows = await sharedRows(folder);
    const told = [...replica.output().matchAll(stored)].length;
    await mineUntil(replica, stored, told + 2);
    const link = await openLink({
      url: cluster.nats.url,
      name: "test",
      logger: silentLogger,
      chainId: sealer.chainId,
      leaseMs: 5_000,
      now: () => performance.now(),
    });
    t.after(() => link.close());
    // It may be storing another one, which could be used.
    await replica.stop();
    const kept = await link.snapshots.list();
    for (const name of kept)
      await link.snapshots.put(name, Readable.from([Buffer.from("damaged")]));
    await assert.rejects(
      cluster.start("cut", "replica", flags),
      /a snapshot cannot be used.*it needs a snapshot, and none can be used/s,
    );
    assert.deepEqual(await sharedRows(folder), rows);
    for (const name of kept) await link.snapshots.remove(name);
    replica = await cluster.startLocal("replica", "replica", flags);
    await mineUntil(replica, stored, 1);
    cut = await cluster.startLocal("cut", "replica", flags);
    await sameHead(cut);
    await cut.stop();
    assert.equal((await runHere(["check", folder])).code, 0);
  });

  it("are created again with the log if its servers lost both", async () => {
    await cluster.nats.restartEmpty();
    await eventually("a sealer", async () => {
      const answer = await fetch(`${sealer.url}/health`);
      const { cluster: own } = (await answer.json()) as { cluster: { role: string; last: number } };
      return own.role === "sealer" && own.last > 0 && answer.status === 200;
    });
    const told = [...replica.output().matchAll(stored)].length;
    await mineUntil(replica, stored, told + 1);
    const last = await cluster.startLocal("last", "replica", flags);
    await sameHead(last);
    for (const node of [last, replica, sealer]) await node.stop();
    const rows = await Promise.all(
      ["sealer", "replica", "last"].map((name) => sharedRows(cluster.folderOf(name))),
    );
    assert.deepEqual(rows[1], rows[0]);
    assert.deepEqual(rows[2], rows[0]);
  });

  it("restart a node that was stopped before the log was lost, and then truncated", async () => {
    sealer = await cluster.startLocal("sealer", "auto", flags);
    replica = await cluster.startLocal("replica", "replica", flags);
    await sameHead(replica);
    const seals = () => [...sealer.output().matchAll(/"this node seals"/g)].length;
    const before = seals();
    await cluster.nats.restartEmpty();
    const removed = /"removedBelow":\d+/g;
    const told = [...replica.output().matchAll(removed)].length;
    await eventually("a sealer", async () => seals() > before);
    await mineUntil(replica, removed, told + 1);
    const last = await cluster.startLocal("last", "replica", flags);
    assert.match(last.output(), /the chain was restored from a snapshot/);
    await sameHead(last);
  });
});
