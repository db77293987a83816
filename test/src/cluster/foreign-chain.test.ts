/** Tests a standby with a database of the same genesis whose chain the log never had. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, shortLease, startCluster } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";

/** Two databases need the same genesis. */
const genesis = ["--timestamp", "1700000000"];
const flags = [...genesis, ...shortLease];

describe("a standby whose chain the log never had", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;

  before(async () => {
    cluster = await startCluster();
    const alone = await startLocalNode([...genesis, "--data-dir", cluster.folderOf("other")]);
    // Its blocks differ from the first ones of the others.
    await call(alone.url, "evm_increaseTime", [60]);
    await mine(alone, 5);
    await alone.stop();
  });
  after(() => cluster?.stop());

  const mine = async ({ url }: RunningNode, blocks: number) => {
    for (let i = 0; i < blocks; i++) await call(url, "evm_mine");
  };
  const height = async ({ url }: RunningNode) => Number(await call(url, "eth_blockNumber"));
  const health = async ({ url }: RunningNode) => {
    const { cluster } = (await (await fetch(`${url}/health`)).json()) as {
      readonly cluster: { readonly role: string; readonly trouble?: string };
    };
    return cluster;
  };

  it("does not take over with more blocks, and follows once the log has more", async () => {
    const sealer = await cluster.startLocal("sealer", "auto", flags);
    await mine(sealer, 2);
    const start = () => cluster.startLocal("other", "auto", [...flags, "--snapshot-messages", "2"]);
    let other = await start();
    await sealer.stop();
    for (let starts = 0; starts < 2; starts++) {
      if (starts > 0) await other.stop();
      if (starts > 0) other = await start();
      await eventually("trouble", async () => (await health(other)).trouble !== undefined);
      assert.equal((await health(other)).role, "standby");
      assert.doesNotMatch(
        other.output(),
        /a snapshot was stored/,
        "new nodes would have its chain",
      );
    }
    const again = await cluster.startLocal("sealer", "auto", flags);
    assert.equal(await height(again), 2);
    await mine(again, 4);
    await eventually("chain of the log", async () => (await height(other)) === 6);
    await again.stop();
    await eventually("sealer", async () => (await health(other)).role === "sealer");
  });
});
