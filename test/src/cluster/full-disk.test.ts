/** Tests a sealer whose disk is full, beside a standby that has space. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, startCluster } from "../support/cluster/nodes.js";
import { developmentAccount, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import type { RunningNode } from "../support/node-process.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { ask, call } from "../support/rpc.js";
import { type NodeOnDisk, noSmallDisks, startOnSmallDisk } from "../support/storage/full-disk.js";

/** A sealer without space gives its lease back. It lasts long, so that a busy machine does not end the standby's. */
const flags = ["--lease-ms", "15000"];
const reserveMebibytes = 20;

describe("a sealer whose disk is full", { skip: natsAbsent || noSmallDisks() }, () => {
  let cluster: ClusterNodes;
  let disk: NodeOnDisk;
  let standby: RunningNode;

  before(async () => {
    cluster = await startCluster();
    const log = ["--log", cluster.nats.url, "--role", "auto"];
    disk = await startOnSmallDisk([...log, ...flags, "--disk-reserve-mb", `${reserveMebibytes}`]);
    standby = await cluster.startLocal("standby", "auto", flags);
  });
  after(async () => {
    await disk?.stop();
    await cluster?.stop();
  });

  const roleOf = async ({ url }: RunningNode) => {
    const health = (await (await fetch(`${url}/health`)).json()) as { cluster: { role: string } };
    return health.cluster.role;
  };
  const headOf = async ({ url }: RunningNode) =>
    (await call<{ hash: string }>(url, "eth_getBlockByNumber", ["latest", false])).hash;

  it("leaves it to the standby, also if a block is in the log already", async () => {
    const { url } = disk.node;
    await call(url, "evm_mine");
    assert.equal(await roleOf(disk.node), "sealer");
    disk.fill(reserveMebibytes / 2);
    // It is refused, or done by the standby if that seals already.
    await ask(url, "evm_mine");
    await eventually("other sealer", async () => (await roleOf(standby)) === "sealer");
    const to = developmentAccount(1).address;
    const { raw, hash } = sign(developmentAccount(0), { nonce: 0, to, value: 1n });
    assert.equal(await call(standby.url, "eth_sendRawTransaction", [raw]), hash);
  });

  it("passes no transaction to the sealer, whose block it could not write", async () => {
    const to = developmentAccount(1).address;
    const { raw, hash } = sign(developmentAccount(2), { nonce: 0, to, value: 1n });
    const answer = await ask(disk.node.url, "eth_sendRawTransaction", [raw]);
    assert.match(answer.error?.message ?? "", /the disk is full/);
    assert.equal(await call(standby.url, "eth_getTransactionByHash", [hash]), null);
  });

  it("has the same chain when there is space again", async () => {
    disk.empty();
    const expected = await headOf(standby);
    await eventually("same head", async () => (await headOf(disk.node)) === expected);
    assert.equal(await roleOf(disk.node), "standby");
  });
});
