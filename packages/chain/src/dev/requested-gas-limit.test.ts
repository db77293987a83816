import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { checkChain } from "../check/check-chain.js";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";

describe("a requested gas limit", () => {
  let small: SmallChain;
  afterEach(() => small.destroy());

  it("is that of the next blocks, however far and below the chain's minimum, after a restart too", async () => {
    small = await openSmallChain("manual");
    await small.chain.controls.setGasLimit(1_234_567n);
    assert.equal((await small.chain.pending()).header.gasLimit, 1_234_567n);
    small = await small.reopen();
    const asked = await small.chain.miner.mine();
    assert.equal(asked.header.gasLimit, 1_234_567n);
    const next = await small.chain.miner.mine();
    assert.equal(next.header.gasLimit, 1_234_567n);
    assert.deepEqual((await checkChain(small.store, smallSpec)).findings, []);
  });

  it("holds for blocks that are mined in a group", async () => {
    small = await openSmallChain("manual");
    const { controls, head } = small.chain;
    await controls.setGasLimit(90_000_000n);
    await controls.mine({ count: 3 });
    const { blocks } = small.chain;
    const limits = [1, 2, 3].map((height) => {
      const hash = blocks.canonicalHash(height);
      return hash && blocks.header(hash)?.gasLimit;
    });
    assert.deepEqual(limits, [90_000_000n, 90_000_000n, 90_000_000n]);
    assert.equal(head().header.number, 3);
    assert.deepEqual((await checkChain(small.store, smallSpec)).findings, []);
  });

  it("decides at once which transactions the pool takes", async () => {
    small = await openSmallChain("manual");
    const { chain } = small;
    await chain.controls.setGasLimit(20_999n);
    await assert.rejects(async () => chain.submit(transfer(0, 0)), /block gas limit|gas limit/i);
    await chain.controls.setGasLimit(21_000n);
    await chain.submit(transfer(0, 0));
    const { header, transactions } = await chain.miner.mine();
    assert.deepEqual([header.gasLimit, transactions.length], [21_000n, 1]);
  });
});
