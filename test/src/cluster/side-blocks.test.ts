/** Tests blocks beside the chain after the servers of a cluster lost the log. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type ClusterNodes, shortLease, startCluster } from "../support/cluster/nodes.js";
import { eventually } from "../support/eventually.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";
import type { Hex, WireBlock } from "../support/wire.js";

const flags = [...shortLease, "--mining", "manual", "--seed", "1"];
let cluster: ClusterNodes;
let sealer: RunningNode;

before(async () => {
  if (natsAbsent !== false) return;
  cluster = await startCluster();
  sealer = await cluster.startLocal("sealer", "auto", flags);
});
after(() => cluster?.stop());

const latest = (node: RunningNode) =>
  call<WireBlock>(node.url, "eth_getBlockByNumber", ["latest", false]);
const byHash = (node: RunningNode, hash: Hex) =>
  call<WireBlock | null>(node.url, "eth_getBlockByHash", [hash, false]);
const sealings = () => [...sealer.output().matchAll(/"this node seals"/g)].length;

it("a node that joins later has them, and follows a branch on one", {
  skip: natsAbsent,
}, async () => {
  for (let i = 0; i < 2; i++) await call(sealer.url, "evm_mine");
  const beside = await call<Hex>(sealer.url, "tandem_mineUncle");
  // The next blocks would list it as an uncle, which needs no block of this hash.
  const branch = { parent: beside, length: "0x1", transactions: [] };
  await call(sealer.url, "tandem_mineBranch", [{ depth: "0x0", length: "0x3", transactions: [] }]);
  await cluster.nats.restartEmpty();
  await eventually("second time that the node seals", async () => sealings() > 1);
  const late = await cluster.startLocal("late", "replica", flags);
  const same = () =>
    eventually("same head", async () => (await latest(late)).hash === (await latest(sealer)).hash);
  await same();
  // The log has it after the chain.
  await eventually("block beside the chain", async () => (await byHash(late, beside)) !== null);
  assert.deepEqual(await byHash(late, beside), await byHash(sealer, beside));
  await call(sealer.url, "tandem_mineBranch", [{ ...branch, length: "0x5" }]);
  await same();
  assert.equal((await latest(late)).number, "0x7");
});
