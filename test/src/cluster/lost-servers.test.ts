/** Tests a sealer without a standby whose log servers lose all data while it mines nothing. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, shortLease, startCluster } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";

/** The time of genesis differs between nodes that do not agree on it. */
const flags = ["--timestamp", "now", ...shortLease];
const blocks = 3;

describe("a sealer whose log servers lost all data", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;
  let sealer: RunningNode;

  before(async () => {
    cluster = await startCluster();
    sealer = await cluster.startLocal("sealer", "auto", flags);
  });
  after(() => cluster?.stop());

  const height = async (node: RunningNode) => Number(await call(node.url, "eth_blockNumber"));
  const sealings = () => [...sealer.output().matchAll(/"this node seals"/g)].length;

  it("fills the log again and seals, although it appended nothing meanwhile", async () => {
    for (let i = 0; i < blocks; i++) await call(sealer.url, "evm_mine");
    await cluster.nats.restartEmpty();
    await eventually("second time that the node seals", async () => sealings() > 1);
    await call(sealer.url, "evm_mine");
    assert.equal(await height(sealer), blocks + 1);
  });

  it("agrees again with new nodes on the genesis of its chain", async () => {
    const replica = await cluster.startLocal("replica", "replica", flags);
    await eventually("all blocks", async () => (await height(replica)) === blocks + 1);
    await sealer.stop();
    sealer = await cluster.startLocal("sealer", "auto", flags);
    assert.equal(await height(sealer), blocks + 1);
  });
});
