/** Tests blocks that only one node has after the servers of the log lost all data. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, startCluster } from "../support/cluster/nodes.js";
import { differenceOf, sharedRows } from "../support/cluster/store-rows.js";
import { eventually } from "../support/eventually.js";
import type { NodeProcess } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";

const flags = ["--lease-ms", "900"];

describe("blocks of a sealer that is stopped while the log is lost", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster?.stop());

  const height = async ({ url }: NodeProcess) => Number(await call(url, "eth_blockNumber"));
  const seals = (node: NodeProcess, times: number) =>
    eventually("a sealer", () => [...node.output().matchAll(/"this node seals"/g)].length >= times);

  it("are in the log again although the node that filled it had never read them", async () => {
    const first = await cluster.start("first", "auto", flags);
    const second = await cluster.start("second", "auto", flags);
    await call(first.url, "evm_mine");
    await eventually("block", async () => (await height(second)) === 1);
    first.child.kill("SIGSTOP");
    await seals(second, 1);
    for (let i = 0; i < 2; i++) await call(second.url, "evm_mine");
    second.child.kill("SIGSTOP");
    await cluster.nats.restartEmpty();
    // As far as it knows, it sealed last.
    first.child.kill("SIGCONT");
    await seals(first, 2);
    assert.equal(await height(first), 1);
    second.child.kill("SIGCONT");
    await eventually("blocks", async () => (await height(first)) === 3);
    await call(first.url, "evm_mine");
    await eventually("block", async () => (await height(second)) === 4);
    for (const node of [first, second]) await node.stop();
    const [one, other] = [cluster.folderOf("first"), cluster.folderOf("second")];
    assert.equal(differenceOf(await sharedRows(one), await sharedRows(other)), "");
  });
});
