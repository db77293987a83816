/** Tests that the fee history tells the price of the next block, which the node decides. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

describe("the last price of a fee history", () => {
  let node: InProcessNode;
  before(async () => {
    node = await createNode({ mining: "manual", isListening: false });
  });
  after(() => node?.close());

  async function pricesUpTo(newest: string): Promise<readonly string[]> {
    const history = await node.request("eth_feeHistory", ["0x1", newest, []]);
    return (history as { baseFeePerGas: readonly string[] }).baseFeePerGas;
  }
  async function priceOf(block: string): Promise<string> {
    const found = await node.request("eth_getBlockByNumber", [block, false]);
    return (found as { baseFeePerGas: string }).baseFeePerGas;
  }

  it("is the one that was requested for the next block", async () => {
    const before = await priceOf("latest");
    const price = "0x2540be400";
    await node.request("hardhat_setNextBlockBaseFeePerGas", [price]);
    assert.deepEqual(await pricesUpTo("latest"), [before, price]);
    await node.request("evm_mine", []);
    assert.equal(await priceOf("latest"), price);
  });

  it("is a step nearer to the target, as in the block that is mined then", async () => {
    const [head, next] = await pricesUpTo("latest");
    assert.equal(head, "0x2540be400");
    assert.equal(next, await priceOf("pending"));
    await node.request("evm_mine", []);
    assert.equal(await priceOf("latest"), next);
    assert.ok(BigInt(next ?? 0) < 10n ** 10n);
  });

  it("is the mined one for a block that has a child", async () => {
    assert.deepEqual(await pricesUpTo("0x1"), [await priceOf("0x1"), await priceOf("0x2")]);
  });
});
