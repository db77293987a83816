/** Tests that what is requested of the next block while a block is made is met by the one after it. */
import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Header, MineRequest } from "@tandem/primitives";
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

describe("a request while a client's run of blocks is made", () => {
  let small: SmallChain;
  afterEach(() => small.destroy());

  /** Mines blocks, and requests something when the first one is sealed. */
  async function mineAnd<T>(request: Partial<MineRequest>, meanwhile: () => Promise<T>) {
    let requested: Promise<T> | undefined;
    small = await openSmallChain("manual", {
      async beforeSeal() {
        requested ??= meanwhile();
        // What it writes at once is written before the block.
        await small.chain.written();
      },
    });
    const { header: before } = small.chain.head();
    await small.chain.controls.mine({ count: 1, ...request });
    return { before, result: await (requested as Promise<T>) };
  }
  const headers = (heights: readonly number[]) =>
    heights.map((height) => {
      const { blocks } = small.chain;
      return blocks.header(blocks.canonicalHash(height) as Uint8Array) as Header;
    });

  it("of a time is met by the block after it", async () => {
    const times = { first: 1_000_000, later: 2_000_000 };
    const at = (after: number) => smallSpec.genesis.timestamp + after;
    await mineAnd({ count: 3, timestamp: at(times.first), intervalSeconds: 60 }, () =>
      small.chain.controls.setNextTimestamp(at(times.later)),
    );
    await small.chain.miner.mine();
    assert.deepEqual(
      headers([1, 2, 3, 4]).map(({ timestamp }) => timestamp),
      [times.first, times.first + 60, times.first + 120, times.later].map(at),
    );
  });

  it("of a price is met by the block after it", async () => {
    await mineAnd({ count: 3 }, () => small.chain.controls.setNextMinimumGasPrice(7n));
    await small.chain.miner.mine();
    assert.deepEqual(
      headers([1, 2, 3, 4]).map(({ minimumGasPrice }) => minimumGasPrice === 7n),
      [false, false, false, true],
    );
  });

  it("to move the clock moves it from the time of the last block", async () => {
    const timestamp = smallSpec.genesis.timestamp + 1_000_000;
    await mineAnd({ timestamp }, () => small.chain.controls.increaseTime(50));
    assert.equal(small.chain.time.nowSeconds(), timestamp + 50);
  });

  it("for a snapshot gets one with all of its blocks, and without its time", async () => {
    const timestamp = smallSpec.genesis.timestamp + 1_000_000;
    const { result } = await mineAnd({ timestamp }, () => small.chain.controls.snapshot());
    await small.chain.miner.mine();
    assert.equal(await small.chain.controls.revert(result), true);
    assert.equal(small.chain.head().header.number, 1);
    const { header } = await small.chain.miner.mine();
    assert.notEqual(header.timestamp, timestamp);
  });
});
