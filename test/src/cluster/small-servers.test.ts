/** Tests log servers that have room for what a cluster reserves, and not for twice as much. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, startCluster, steadyLease } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";

/** The stream of waiting transactions reserves 256 MiB. */
const storeBytesMax = 300 * 1024 * 1024;

describe("log servers with little room", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;

  before(async () => {
    cluster = await startCluster({ storeBytesMax });
  });
  after(() => cluster?.stop());

  it("are used by a second node, and by one that starts again", async () => {
    const sealer = await cluster.startLocal("sealer", "sealer", steadyLease);
    await call(sealer.url, "evm_mine");
    for (let starts = 0; starts < 2; starts++) {
      const replica = await cluster.startLocal("replica", "replica", steadyLease);
      await eventually("block", async () => (await call(replica.url, "eth_blockNumber")) === "0x1");
      await replica.stop();
    }
    assert.equal(await call(sealer.url, "eth_blockNumber"), "0x1");
  });
});
