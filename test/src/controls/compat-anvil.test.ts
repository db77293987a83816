/** Tests what a node with `--compat anvil` does like anvil 1.7.1, beside its answers in compat.test.ts. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

async function withNode(use: (node: InProcessNode) => Promise<void>): Promise<void> {
  const node = await createNode({ compat: "anvil", isListening: false });
  try {
    await use(node);
  } finally {
    await node.close();
  }
}

/** A contract that returns the price it is called with. */
const priced = "0x3a5f5260205ff3";
const contract = "0x2222222222222222222222222222222222222222";

describe("a call with a price below the block's", () => {
  it("is executed with that price, and estimated and traced too", () =>
    withNode(async (node) => {
      await node.request("anvil_setCode", [contract, priced]);
      const from = node.accounts[0]?.address;
      for (const price of [{ gasPrice: "0x7" }, { maxFeePerGas: "0x7" }]) {
        const request = { from, to: contract, ...price };
        assert.equal(Number(await node.request("eth_call", [request, "latest"])), 7);
        assert.ok(Number(await node.request("eth_estimateGas", [request])) > 21_000);
        await node.request("debug_traceCall", [request, "latest", {}]);
        await node.request("eth_createAccessList", [request, "latest"]);
      }
    }));
});
