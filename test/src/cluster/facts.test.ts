/**
 * Tests that a replica that imports the sealer's facts has the rows of one that executes its
 * blocks, and of the sealer.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, startCluster, steadyLease } from "../support/cluster/nodes.js";
import { sharedRows } from "../support/cluster/store-rows.js";
import { eventually } from "../support/eventually.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";
import { buildTranscriptChain } from "../support/transcripts/transcript-chain.js";

const flags = [...steadyLease, "--mining", "manual", "--seed", "7"];

describe("a replica that imports facts", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster?.stop());

  it("has the rows of the sealer, and of a replica that executes", async () => {
    const taking = [...flags, "--apply", "facts"];
    const sealer = await cluster.startLocal("sealer", "sealer", taking);
    const replicas = [
      await cluster.startLocal("taking", "replica", taking),
      await cluster.startLocal("executing", "replica", flags),
    ];
    await buildTranscriptChain(sealer.url);
    const headOf = ({ url }: RunningNode) => call(url, "eth_getBlockByNumber", ["latest", false]);
    for (const replica of replicas) {
      await eventually("head of the sealer", async () => {
        const [own, other] = [await headOf(replica), await headOf(sealer)];
        return JSON.stringify(own) === JSON.stringify(other);
      });
    }
    for (const node of [...replicas, sealer]) await node.stop();
    const [rows, taken, executed] = await Promise.all(
      ["sealer", "taking", "executing"].map((name) => sharedRows(cluster.folderOf(name))),
    );
    assert.deepEqual(taken, rows);
    assert.deepEqual(executed, rows);
    for (const node of replicas) assert.doesNotMatch(node.output(), /it is executed/);
  });
});
