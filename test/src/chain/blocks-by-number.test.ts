/** Tests the blocks of a height in the form of the reference node, by which explorers find uncles. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { createNode } from "@tandem/node";

interface Shown {
  readonly hash: string;
  readonly totalDifficulty: string;
}

it("eth_getBlocksByNumber lists the block of the main chain and an uncle, each with its total difficulty", async () => {
  await using node = await createNode({ isListening: false });
  await node.request("evm_mine");
  const uncle = await node.request("tandem_mineUncle");
  const shown = async (hash: unknown, inMainChain: boolean) => {
    const { totalDifficulty } = (await node.request("eth_getBlockByHash", [hash])) as Shown;
    return { hash, totalDifficulty, inMainChain };
  };
  const { hash } = (await node.request("eth_getBlockByNumber", ["0x1"])) as Shown;
  const expected = [await shown(hash, true), await shown(uncle, false)];
  const found = (await node.request("eth_getBlocksByNumber", [
    "0x1",
  ])) as (typeof expected)[number][];
  const mainFirst = found.toSorted((a, b) => Number(b.inMainChain) - Number(a.inMainChain));
  assert.deepEqual(mainFirst, expected);
  assert.deepEqual(await node.request("eth_getBlocksByNumber", ["0x99"]), []);
});
