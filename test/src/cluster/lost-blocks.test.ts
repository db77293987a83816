/** Tests blocks that only one node has after the servers of the log lost all data. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ClusterNodes, shortLease, startCluster } from "../support/cluster/nodes.js";
import { differenceOf, sharedRows } from "../support/cluster/store-rows.js";
import { developmentAccount, sign } from "../support/development.js";
import { eventually } from "../support/eventually.js";
import type { NodeProcess } from "../support/node-process.js";
import { suspend } from "../support/processes/executable.js";
import { natsAbsent } from "../support/processes/nats-process.js";
import { call } from "../support/rpc.js";
import type { WireBlock } from "../support/wire.js";

describe("blocks of a sealer that is stopped while the log is lost", { skip: natsAbsent }, () => {
  let cluster: ClusterNodes;
  /** The two nodes, which go on from test to test until they are compared: a start costs more than most of a test. */
  let nodes: { readonly first: NodeProcess; readonly second: NodeProcess } | undefined;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster?.stop());

  const height = async ({ url }: NodeProcess) => Number(await call(url, "eth_blockNumber"));
  /** Returns what a node has said about its part, oldest first. */
  const saidOf = (node: NodeProcess) =>
    [...node.output().matchAll(/this node (seals|does not seal any more|stops sealing)/g)].map(
      ([, said]) => said,
    );
  /** Waits until a node seals, by what it says after a number of such messages. */
  const seals = (node: NodeProcess, after = 0) =>
    eventually("a sealer", () => saidOf(node).slice(after).at(-1) === "seals");
  async function startNodes() {
    const first = await cluster.start("first", "auto", shortLease);
    return { first, second: await cluster.start("second", "auto", shortLease) };
  }

  /** The servers lose everything, with what only the second of the nodes has. */
  async function loseBlocks(lose: (second: NodeProcess) => Promise<void>) {
    nodes ??= await startNodes();
    const { first, second } = nodes;
    await call(first.url, "evm_mine");
    const shared = await height(first);
    await eventually("block", async () => (await height(second)) === shared);
    const said = saidOf(first).length;
    await suspend(first.child.pid as number);
    await seals(second);
    await lose(second);
    await suspend(second.child.pid as number);
    await cluster.nats.restartEmpty();
    // As far as it knows, it sealed last.
    first.child.kill("SIGCONT");
    await seals(first, said);
    assert.equal(await height(first), shared);
    return { first, second, shared };
  }

  async function assertSameHead(first: NodeProcess, second: NodeProcess) {
    const { hash } = await call<WireBlock>(first.url, "eth_getBlockByNumber", ["latest", false]);
    const find = () => call(second.url, "eth_getBlockByHash", [hash, false]);
    await eventually("block", async () => (await find()) !== null);
  }

  /** Stops the nodes, and compares all that they have stored. */
  async function assertSameRows({ first, second }: NonNullable<typeof nodes>) {
    await assertSameHead(first, second);
    for (const node of [first, second]) await node.stop();
    nodes = undefined;
    const [one, other] = [cluster.folderOf("first"), cluster.folderOf("second")];
    assert.equal(differenceOf(await sharedRows(one), await sharedRows(other)), "");
  }

  it("are in the log again although the node that filled it had never read them", async () => {
    const { first, second, shared } = await loseBlocks(async ({ url }) => {
      for (let i = 0; i < 2; i++) await call(url, "evm_mine");
    });
    second.child.kill("SIGCONT");
    await eventually("blocks", async () => (await height(first)) === shared + 2);
    await call(first.url, "evm_mine");
    await assertSameHead(first, second);
  });

  it("stay beside a chain with more work, and their transactions are mined again", async () => {
    const { raw, hash } = sign(developmentAccount(0), {
      nonce: 0,
      to: developmentAccount(1).address,
      value: 1n,
    });
    let beside = "";
    const { first, second } = await loseBlocks(async ({ url }) => {
      await call(url, "eth_sendRawTransaction", [raw]);
      await call(url, "evm_mine");
      beside = (await call<WireBlock>(url, "eth_getBlockByNumber", ["latest", false])).hash;
    });
    for (let i = 0; i < 3; i++) await call(first.url, "evm_mine");
    const receipt = () => call(first.url, "eth_getTransactionReceipt", [hash]);
    assert.equal(await receipt(), null);
    second.child.kill("SIGCONT");
    await eventually("receipt", async () => (await receipt()) !== null);
    const passed = () => call(first.url, "eth_getBlockByHash", [beside, false]);
    await eventually("block beside the chain", async () => (await passed()) !== null);
    await assertSameHead(first, second);
  });

  it("are not needed for a transaction that waited, whose announcement is lost with the log", async () => {
    const { raw, hash } = sign(developmentAccount(1), {
      nonce: 0,
      to: developmentAccount(0).address,
      value: 1n,
    });
    const { first, second } = await loseBlocks(async ({ url }) => {
      await call(url, "evm_setAutomine", [false]);
      await call(url, "eth_sendRawTransaction", [raw]);
    });
    second.child.kill("SIGCONT");
    const receipt = () => call(first.url, "eth_getTransactionReceipt", [hash]);
    await eventually("receipt", async () => (await receipt()) !== null);
    await assertSameRows({ first, second });
  });

  it("are in the log again although the node that filled it ends before the other one seals", async () => {
    let beside = "";
    const { first, second } = await loseBlocks(async ({ url }) => {
      await call(url, "evm_mine");
      beside = (await call<WireBlock>(url, "eth_getBlockByNumber", ["latest", false])).hash;
    });
    for (let i = 0; i < 3; i++) await call(first.url, "evm_mine");
    const said = saidOf(second).length;
    await first.stop("SIGKILL");
    second.child.kill("SIGCONT");
    await seals(second, said);
    const third = await cluster.startLocal("third", "replica", shortLease);
    const passed = () => call(third.url, "eth_getBlockByHash", [beside, false]);
    await eventually("block beside the chain", async () => (await passed()) !== null);
    await Promise.all([second.stop(), third.stop()]);
  });
});
