import assert from "node:assert/strict";
import { it } from "node:test";
import { openSmallChain } from "../testing/small-chain.js";
import { findBranches } from "./reorg.js";

it("finds the blocks of a deep branch in a step for each, between which others run", async () => {
  const small = await openSmallChain("manual");
  try {
    const { chain } = small;
    const genesis = chain.head();
    const mined = [];
    for (let i = 0; i < 5; i++) mined.push(await chain.miner.mine());
    const steps = findBranches(chain.head(), genesis, chain.blocks);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    assert.equal(count, mined.length);
    assert.deepEqual(
      step.value.removed.map(({ header }) => header.number),
      [5, 4, 3, 2, 1],
    );
    assert.deepEqual(step.value.added, []);
  } finally {
    await small.destroy();
  }
});
