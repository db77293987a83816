/** Tests that what is requested of the next block while a block is made is met by the one after it. */
import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { checkChain } from "../check/check-chain.js";
import { findLoneBlock } from "../testing/lone-miner.js";
import { openSmallChain, type SmallChain, smallSpec } from "../testing/small-chain.js";

describe("a request of the next block while one is sealed", () => {
  let small: SmallChain;
  let request: (() => Promise<void>) | undefined;
  afterEach(() => small.destroy());

  async function openSealing(mode: "manual" | "external"): Promise<void> {
    request = undefined;
    small = await openSmallChain(mode, {
      async beforeSeal() {
        const once = request;
        request = undefined;
        await once?.();
      },
    });
    await small.chain.miner.mine();
  }

  const changes = {
    "of a gas limit": async () => {
      const { controls } = small.chain;
      await controls.setGasLimit(20_000_000n);
      request = () => controls.setGasLimit(90_000_000n);
      const made = await small.chain.miner.mine();
      const next = await small.chain.miner.mine();
      assert.deepEqual(
        [made, next].map(({ header }) => header.gasLimit),
        [20_000_000n, 90_000_000n],
      );
    },
    "of a price": async () => {
      const { controls } = small.chain;
      await controls.setNextMinimumGasPrice(7n);
      request = () => controls.setNextMinimumGasPrice(9_000_000_000n);
      const made = await small.chain.miner.mine();
      const next = await small.chain.miner.mine();
      assert.deepEqual(
        [made, next].map(({ header }) => header.minimumGasPrice),
        [7n, 9_000_000_000n],
      );
    },
    "of a gas limit, for an uncle": async () => {
      const { controls, development, blocks } = small.chain;
      await controls.setGasLimit(20_000_000n);
      await small.chain.miner.mine();
      request = () => controls.setGasLimit(90_000_000n);
      const uncle = blocks.header(await development.mineUncle(0));
      assert.equal(uncle?.gasLimit, 20_000_000n);
    },
  };
  for (const [name, check] of Object.entries(changes)) {
    it(`${name} leaves that block as it is, and is met by the next`, async () => {
      await openSealing("manual");
      await check();
      assert.deepEqual((await checkChain(small.store, smallSpec)).findings, []);
    });
  }

  it("leaves the work of outside miners valid", async () => {
    await openSealing("external");
    const { chain } = small;
    await chain.controls.setGasLimit(20_000_000n);
    const work = await chain.work();
    await chain.controls.setGasLimit(90_000_000n);
    const { block } = findLoneBlock(work);
    const { status } = await chain.submitWork({ form: "block", block });
    assert.deepEqual([status, chain.head().header.gasLimit], ["head", 20_000_000n]);
    assert.deepEqual((await checkChain(small.store, smallSpec)).findings, []);
  });
});
