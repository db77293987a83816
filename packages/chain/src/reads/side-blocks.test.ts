import assert from "node:assert/strict";
import { it } from "node:test";
import { openSmallChain, type SmallChain } from "../testing/small-chain.js";
import { sideBlocks } from "./side-blocks.js";

const height = (block: { readonly header: { readonly number: number } }) => block.header.number;

async function listed({ chain, store }: SmallChain, from: number) {
  const groups = [];
  for await (const group of sideBlocks({ store, blocks: chain.blocks, head: chain.head(), from })) {
    groups.push(...group);
  }
  return groups;
}

it("lists branches beside the chain, parents first, from a height", async () => {
  const small = await openSmallChain("manual");
  const { chain } = small;
  for (let i = 0; i < 6; i++) await chain.miner.mine();
  const branch = { on: { depth: 4 }, length: 2, transactions: [] };
  const { hashes } = await chain.development.mineBranch(branch);
  const uncle = await chain.development.mineUncle(1);
  assert.deepEqual(
    (await listed(small, 1)).map(({ hash }) => hash),
    [...hashes, uncle],
  );
  // The first block of the branch is below, so that the second one has no parent among them.
  assert.deepEqual((await listed(small, 4)).map(height), [5]);
  await small.destroy();
});

it("lists no block with more work than the head", async () => {
  const small = await openSmallChain("manual");
  const { controls, miner } = small.chain;
  const number = await controls.snapshot();
  for (let i = 0; i < 3; i++) await miner.mine();
  await controls.revert(number);
  await miner.mine();
  const heights = (await listed(small, 1)).map(height);
  assert.ok(
    heights.every((each) => each === 1),
    `${heights}`,
  );
  await small.destroy();
});

it("lists no block on an edited state, which other nodes do not have", async () => {
  const small = await openSmallChain("manual");
  const { chain } = small;
  const number = await chain.controls.snapshot();
  await chain.edit(() => [[new Uint8Array(20).fill(0xed), { balance: 7n }]]);
  await chain.miner.mine();
  await chain.controls.revert(number);
  for (let i = 0; i < 3; i++) await chain.miner.mine();
  assert.deepEqual(await listed(small, 1), []);
  await small.destroy();
});
