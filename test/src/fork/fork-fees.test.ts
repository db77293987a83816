/** Tests the fee history of a fork, whose older blocks the forked chain answers. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";

interface History {
  readonly oldestBlock: string;
  readonly baseFeePerGas: readonly string[];
  readonly gasUsedRatio: readonly number[];
}

describe("the fee history of a fork", () => {
  let origin: InProcessNode;
  let node: InProcessNode;
  before(async () => {
    origin = await createNode();
    await origin.request("hardhat_mine", ["0x404"]);
    node = await createNode({ forkUrl: origin.url, mining: "manual", isListening: false });
  });
  after(async () => {
    await node?.close();
    await origin?.close();
  });

  const historyOf = async (count: unknown, newest: string) =>
    (await node.request("eth_feeHistory", [count, newest, []])) as History;

  it("is shortened to 1,024 blocks where the forked chain answers it", async () => {
    for (const count of [2000, "0x7d0", "2000"]) {
      const { oldestBlock, gasUsedRatio } = await historyOf(count, "0x403");
      assert.deepEqual([oldestBlock, gasUsedRatio.length], ["0x4", 1024]);
    }
  });

  it("ends at the forked block with the price of this chain's next block", async () => {
    const before = await historyOf(2, "latest");
    await node.request("hardhat_setNextBlockBaseFeePerGas", ["0x2540be400"]);
    const expected = [...before.baseFeePerGas.slice(0, 2), "0x2540be400"];
    for (const newest of ["latest", "0x404"]) {
      assert.deepEqual((await historyOf(2, newest)).baseFeePerGas, expected);
    }
    await node.request("evm_mine", []);
    assert.deepEqual((await historyOf(2, "0x404")).baseFeePerGas, expected);
    assert.deepEqual((await historyOf(0, "0x404")).baseFeePerGas, []);
  });

  it("has the price of the forked block after the one before it", async () => {
    const { baseFeePerGas } = await historyOf(1, "0x403");
    const block = await node.request("eth_getBlockByNumber", ["0x404", false]);
    assert.equal(baseFeePerGas[1], (block as { readonly baseFeePerGas: string }).baseFeePerGas);
  });

  it("has no block of which this chain has only a part, and ends at the head for the pending block", async () => {
    const [fresh, former] = await Promise.all(
      ["latest", "pending"].map(async (newest) => {
        const one = await createNode({ forkUrl: origin.url, mining: "manual", isListening: false });
        try {
          const ending = await one.request("eth_feeHistory", [3, newest, [50]]);
          await one.request("evm_mine", []);
          return [ending, (await one.request("eth_feeHistory", [3, newest, [50]])) as History];
        } finally {
          await one.close();
        }
      }),
    );
    assert.deepEqual(former, fresh);
    const [before, after] = fresh as [History, History];
    assert.deepEqual([before.oldestBlock, before.gasUsedRatio.length], ["0x402", 3]);
    assert.deepEqual([after.oldestBlock, after.gasUsedRatio.length], ["0x405", 1]);
    assert.equal(after.baseFeePerGas.length, 2);
  });
});
