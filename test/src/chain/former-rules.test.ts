/** Tests the EVM rules with which a chain is created: by an earlier version, or by `--hardfork`. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createNode } from "@tandem/node";
import { formerSpecs, testSpec } from "@tandem/primitives";
import { openStore, table, writeIdentity } from "@tandem/store";
import { developmentAccount, send } from "../support/development.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";

const [giver, taker] = [developmentAccount(0), developmentAccount(1)];

/** PUSH1 1, CLZ, and the result returned. */
const countZeros = { data: "0x60011e5f5260205ff3" } as const;

async function withNode<T>(directory: string, use: (node: RunningNode) => Promise<T>): Promise<T> {
  const node = await startLocalNode(["--data-dir", directory]);
  try {
    return await use(node);
  } finally {
    await node.stop();
  }
}

const hardForkOf = async ({ url }: RunningNode) =>
  (await call<{ hardFork: string }>(url, "anvil_nodeInfo", [])).hardFork;

/** Writes the chain's rules as the version before Osaka did. */
async function asBeforeOsaka(directory: string): Promise<void> {
  const store = await openStore({ directory, isDurable: true });
  const [spec] = formerSpecs(testSpec);
  const genesisHash = store.get(table.genesis, "only");
  assert.ok(spec && genesisHash);
  const batch = store.batch();
  writeIdentity(batch, { spec, genesisHash });
  await batch.commit();
  await store.close();
}

test("a chain created before Osaka keeps its blocks and its rules; a new one has Osaka", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-former-"));
  try {
    const head = await withNode(directory, async (node) => {
      assert.equal(await hardForkOf(node), "Osaka");
      assert.equal(BigInt(await call<string>(node.url, "eth_call", [countZeros, "latest"])), 255n);
      await send(node.url, giver, { to: taker.address, value: 1n });
      return call(node.url, "eth_getBlockByNumber", ["latest", true]);
    });
    await asBeforeOsaka(directory);
    await withNode(directory, async (node) => {
      assert.deepEqual(await call(node.url, "eth_getBlockByNumber", ["0x1", true]), head);
      assert.equal(await hardForkOf(node), "Prague");
      await assert.rejects(call(node.url, "eth_call", [countZeros, "latest"]), /invalid opcode/);
      await send(node.url, giver, { to: taker.address, value: 2n });
      assert.equal(await call(node.url, "eth_blockNumber", []), "0x2");
    });
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("--hardfork prague runs a new chain by the rules before Osaka", async () => {
  const node = await createNode({ hardfork: "prague", isListening: false });
  try {
    const { request } = node.provider;
    const info = (await request("anvil_nodeInfo", [])) as { hardFork: string };
    assert.equal(info.hardFork, "Prague");
    await assert.rejects(request("eth_call", [countZeros, "latest"]), /invalid opcode/);
  } finally {
    await node.close();
  }
});
