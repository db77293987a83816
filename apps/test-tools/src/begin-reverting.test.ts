import assert from "node:assert/strict";
import { test } from "node:test";
import { createNode } from "@tandem/node/viem";
import { beginReverting } from "./begin-reverting.js";

for (const compat of ["none", "hardhat", "anvil"] as const) {
  test(`what a test changes is reverted with --compat ${compat}, the mining mode too`, async (t) => {
    const node = await createNode({ compat, isListening: false });
    t.after(() => node.close());
    const { client } = node;
    const revert = await beginReverting(node);
    await client.mine({ blocks: 3 });
    await client.setAutomine(false);
    await node.request("anvil_setIntervalMining", [1_000_000]);
    await revert();
    assert.equal(await client.getBlockNumber(), 0n);
    assert.equal(await client.getAutomine(), true);
    assert.equal(await node.request("anvil_getIntervalMining", []), null);
  });
}
