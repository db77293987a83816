/** Tests a fork whose other chain replaces the forked block. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, it } from "node:test";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call, post } from "../support/rpc.js";

const [one, other] = [`0x${"a1".repeat(20)}`, `0x${"a2".repeat(20)}`];

let origin: RunningNode;
let proxy: Server;
/** The origin, as a node that takes no hashes for blocks. */
let numberedUrl: string;
let snapshot: string;

const fund = (value: string) =>
  Promise.all(
    [one, other].map((address) => call(origin.url, "anvil_setBalance", [address, value])),
  ).then(() => call(origin.url, "evm_mine"));

/** Replaces the forked block by one after which the accounts have another balance. */
async function reorg(): Promise<void> {
  await call(origin.url, "evm_revert", [snapshot]);
  await fund("0x7");
}

beforeEach(async () => {
  origin = await startLocalNode();
  snapshot = await call<string>(origin.url, "evm_snapshot");
  await fund("0x5");
  proxy = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const error = { code: -32602, message: "invalid argument 1: a block number or tag" };
    const refused = JSON.stringify({ jsonrpc: "2.0", id: 1, error });
    const isRefused = body.includes("blockHash");
    response.end(isRefused ? refused : await (await post(origin.url, body)).text());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  numberedUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterEach(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await origin.stop();
});

const balance = ({ url }: RunningNode, address: string) =>
  call<string>(url, "eth_getBalance", [address, "latest"]);
const latest = ({ url }: RunningNode) =>
  call<{ hash: string }>(url, "eth_getBlockByNumber", ["latest", false]);

it("reads the state and the block of the branch that is forked", async () => {
  const node = await startLocalNode(["--fork-url", origin.url]);
  try {
    const forked = await latest(origin);
    assert.equal(await balance(node, one), "0x5");
    await reorg();
    assert.equal(await balance(origin, other), "0x7");
    assert.equal(await balance(node, other), "0x5");
    assert.notEqual((await latest(origin)).hash, forked.hash);
    assert.equal((await latest(node)).hash, forked.hash);
  } finally {
    await node.stop();
  }
});

it("reads no state of another branch from a node that takes no hashes", async () => {
  const node = await startLocalNode(["--fork-url", numberedUrl]);
  try {
    assert.equal(await balance(node, one), "0x5");
    await reorg();
    assert.equal(await balance(node, one), "0x5", "it was read before");
    const lost = /-32000 the forked node \S+ no longer has the forked block 1, 0x[0-9a-f]{64}/;
    await assert.rejects(balance(node, other), lost);
    await assert.rejects(call(node.url, "eth_call", [{ to: other }, "latest"]), lost);
  } finally {
    await node.stop();
  }
});
