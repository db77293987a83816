/** Tests when a fork asks the other node, and what it does if that one does not answer. */
import assert from "node:assert/strict";
import { after, afterEach, before, it } from "node:test";
import { developmentAccount, send } from "../support/development.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { openUpstreamProxy, type UpstreamProxy } from "../support/processes/upstream-proxy.js";
import { promised } from "../support/promised.js";
import { call } from "../support/rpc.js";

let origin: RunningNode;
let proxy: UpstreamProxy;

before(async () => {
  origin = await startLocalNode();
  await call(origin.url, "evm_mine", [{ blocks: 4 }]);
  proxy = await openUpstreamProxy(origin.url);
});
afterEach(() => proxy.restore());
after(async () => {
  proxy?.close();
  await origin?.stop();
});

it("does not ask for a transaction that is in its own pool", async () => {
  const node = await startLocalNode(["--fork-url", proxy.url, "--mining", "manual"]);
  try {
    const [from, to] = [developmentAccount(0), developmentAccount(1).address];
    const hash = await send(node.url, from, { to });
    proxy.asked.length = 0;
    assert.equal(await call(node.url, "eth_getTransactionReceipt", [hash]), null);
    assert.deepEqual(proxy.asked, []);
    await call(node.url, "anvil_dropTransaction", [hash]);
    assert.equal(await call(node.url, "eth_getTransactionReceipt", [hash]), null);
    assert.deepEqual(proxy.asked, ["eth_getTransactionByHash"]);
  } finally {
    await node.stop();
  }
});

it("does not ask where a transaction failed that succeeded here", async () => {
  const node = await startLocalNode(["--fork-url", proxy.url, "--build-info", "nowhere"]);
  try {
    const [from, to] = [developmentAccount(0), developmentAccount(1).address];
    const hash = await send(node.url, from, { to });
    proxy.asked.length = 0;
    assert.equal(await call(node.url, "tandem_getStackTrace", [hash]), null);
    assert.deepEqual(proxy.asked, []);
  } finally {
    await node.stop();
  }
});

it("takes no hash of a block for zero when the other node does not have the block", async () => {
  const node = await startLocalNode(["--fork-url", proxy.url]);
  try {
    const reader = `0x${"b1".repeat(20)}`;
    // Returns BLOCKHASH of the number in the input.
    const code = "0x6000354060005260206000f3";
    const data = `0x${"1".padStart(64, "0")}`;
    const hashOfFirst = () =>
      call(node.url, "eth_call", [{ to: reader, data }, "latest", { [reader]: { code } }]);
    proxy.change = (result, { method }) => (method === "eth_getBlockByNumber" ? null : result);
    await assert.rejects(hashOfFirst(), /-32000 the forked node .* answered eth_getBlockByNumber/);
    proxy.restore();
    const first = await call<{ hash: string }>(origin.url, "eth_getBlockByNumber", ["0x1", false]);
    assert.equal(await hashOfFirst(), first.hash);
  } finally {
    await node.stop();
  }
});

it("has a gas limit of its own where the forked block states none", async () => {
  proxy.change = (result, { method }) =>
    method === "eth_getBlockByNumber" ? { ...Object(result), gasLimit: "0x0" } : result;
  const node = await startLocalNode(["--fork-url", proxy.url, "--gas-limit", "20000000"]);
  try {
    await send(node.url, developmentAccount(0), { to: developmentAccount(1).address });
    const method = "eth_getBlockByNumber";
    const { gasLimit } = await call<{ gasLimit: string }>(node.url, method, ["latest", false]);
    assert.equal(Number(gasLimit), 20_000_000);
  } finally {
    await node.stop();
  }
});

it("lists the storage of contracts that were created since, and neither others nor accounts", async () => {
  const node = await startLocalNode(["--fork-url", proxy.url]);
  try {
    const old = `0x${"0d".repeat(20)}`;
    const set = async (url: string, address: string, slot: number) => {
      const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;
      await call(url, "anvil_setCode", [address, "0x00"]);
      await call(url, "anvil_setStorageAt", [address, word(slot), word(7)]);
      await call(url, "evm_mine");
      const { hash, parentHash } = await call<{ hash: string; parentHash: string }>(
        url,
        "eth_getBlockByNumber",
        ["latest", false],
      );
      return { hash, parentHash };
    };
    await set(origin.url, old, 0);
    await call(node.url, "hardhat_reset", [{ forking: { jsonRpcUrl: proxy.url } }]);
    const { hash, parentHash } = await set(node.url, old, 1);
    const slots = (block: string, address: string) =>
      call<{ storage: object }>(node.url, "debug_storageRangeAt", [block, 0, address, "0x", 9]);
    const refused = /-32000 this node forks another chain and has only what differs from it: /;
    await assert.rejects(slots(hash, old), refused);
    const accounts = ["latest", "0x", 9, true, true];
    await assert.rejects(call(node.url, "debug_accountRange", accounts), refused);
    assert.equal(Object.keys((await slots(parentHash, old)).storage).length, 1);
    const own = `0x${"0e".repeat(20)}`;
    const { hash: later } = await set(node.url, own, 1);
    assert.equal(Object.keys((await slots(later, own)).storage).length, 1);
  } finally {
    await node.stop();
  }
});

it("does not wait for an answer of the other node when it is reset to another block", async () => {
  const [one, other] = [`0x${"c0".repeat(20)}`, `0x${"c1".repeat(20)}`];
  // SLOAD of slot 0.
  for (const address of [one, other]) await call(origin.url, "anvil_setCode", [address, "0x5f54"]);
  const node = await startLocalNode(["--fork-url", proxy.url, "--in-memory"]);
  try {
    const asked = { [one]: promised<void>(), [other]: promised<void>() };
    proxy.answer = ({ method, params }) => {
      if (method !== "eth_getStorageAt") return false;
      asked[String(params[0])]?.resolve();
      return true;
    };
    proxy.asked.length = 0;
    const sent = send(node.url, developmentAccount(0), { to: one, gasLimit: 100_000 });
    await asked[one]?.promise;
    const called = assert.rejects(
      call(node.url, "eth_call", [{ to: other }, "latest"]),
      /-32000 a reset ended what waited for the forked node/,
    );
    await asked[other]?.promise;
    await call(node.url, "anvil_reset", [{ jsonRpcUrl: origin.url, blockNumber: 2 }]);
    assert.equal(await call(node.url, "eth_blockNumber"), "0x2");
    await Promise.all([sent, called]);
    assert.equal(proxy.asked.filter((method) => method === "eth_getStorageAt").length, 2);
  } finally {
    proxy.restore();
    await node.stop();
  }
});
