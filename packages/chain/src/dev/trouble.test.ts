/** Controls when the disk is full, and when several clients use them at once. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";

const genesisTime = smallSpec.genesis.timestamp;

describe("controls while nothing can be written", () => {
  let small: SmallChain;
  let isFull = false;
  beforeEach(async () => {
    isFull = false;
    small = await openSmallChain("manual", { isFull: () => isFull });
  });
  afterEach(() => small.destroy());
  const whileFull = async (task: () => Promise<unknown>) => {
    isFull = true;
    await assert.rejects(task, /the disk is full/);
    isFull = false;
  };

  it("leave the clock unchanged when blocks could not be made", async () => {
    const { controls } = small.chain;
    await whileFull(() => controls.mine({ count: 100, intervalSeconds: 3600 }));
    assert.equal(small.chain.head().header.number, 0);
    await controls.mine({ count: 1 });
    assert.equal(small.chain.head().header.timestamp, genesisTime + 100);
  });

  it("keep a snapshot whose revert failed, and those after it", async () => {
    const { controls } = small.chain;
    const first = await controls.snapshot();
    await controls.mine({ count: 1 });
    const second = await controls.snapshot();
    await controls.mine({ count: 1 });
    await whileFull(() => controls.revert(first));
    assert.equal(small.chain.head().header.number, 2);
    assert.equal(await controls.revert(second), true);
    assert.equal(small.chain.head().header.number, 1);
    assert.equal(await controls.revert(first), true);
    assert.equal(small.chain.head().header.number, 0);
  });

  it("give no number to a snapshot that could not be written", async () => {
    const { controls } = small.chain;
    const first = await controls.snapshot();
    await whileFull(() => controls.snapshot());
    assert.equal(await controls.snapshot(), first + 1);
  });
});

it("a transaction whose block cannot be written is not answered, and not in the pool", async () => {
  let isFull = false;
  const small = await openSmallChain("auto", { isFull: () => isFull });
  try {
    const { chain } = small;
    await chain.submit(transfer(0, 0));
    isFull = true;
    const sends = [transfer(0, 1), transfer(1, 0)].map((raw) => chain.submit(raw));
    for (const send of sends) await assert.rejects(send, /the disk is full/);
    assert.equal(chain.pool.size, 0);
    assert.equal(chain.head().header.number, 1);
    isFull = false;
    await chain.submit(transfer(0, 1));
    assert.equal(chain.head().header.number, 2);
  } finally {
    await small.destroy();
  }
});

describe("a chain that is closed and opened again", () => {
  it("has the pending transactions again, in their order, and none that was dropped since", async () => {
    let small = await openSmallChain("manual");
    try {
      const hashes = [];
      for (const [from, nonce] of [
        [0, 1],
        [1, 0],
        [0, 0],
      ] as const) {
        hashes.push(await small.chain.submit(transfer(from, nonce)));
      }
      small = await small.reopen();
      const waiting = () => small.chain.pool.all().map(({ hash }) => hash);
      assert.deepEqual(waiting(), hashes);
      for (const hash of hashes.slice(0, 2)) await small.chain.controls.drop(hash);
      small = await small.reopen();
      assert.deepEqual(waiting(), hashes.slice(2));
      await small.chain.miner.mine();
      assert.deepEqual(waiting(), []);
      small = await small.reopen();
      assert.deepEqual(waiting(), []);
    } finally {
      await small.destroy();
    }
  });
});

describe("controls called at the same time", () => {
  let small: SmallChain;
  beforeEach(async () => {
    small = await openSmallChain("manual");
  });
  afterEach(() => small.destroy());

  it("add up: each of five advances the clock by its seconds", async () => {
    const { controls } = small.chain;
    const turns = Array.from({ length: 5 }, () => controls.increaseTime(1000));
    assert.deepEqual(await Promise.all(turns), [1000, 2000, 3000, 4000, 5000]);
    await controls.mine({ count: 1 });
    assert.equal(small.chain.head().header.timestamp, genesisTime + 100 + 5000);
  });

  it("take effect, whatever the outcome of the blocks that are made meanwhile", async () => {
    const { chain } = small;
    const mining = chain.controls.mine({ count: 400, intervalSeconds: 10 });
    const touched = new Uint8Array(20).fill(7);
    const gasLimitTarget = 29_990_000n;
    for (let balance = 1n; balance <= 5n; balance++) {
      await chain.edit(() => [[touched, { balance }]]);
      await chain.controls.setTargets({ gasLimitTarget });
    }
    await mining;
    assert.equal(chain.headState().balanceOf(touched), 5n);
    assert.equal(chain.head().header.gasLimit, gasLimitTarget);
    assert.ok(chain.head().header.timestamp >= genesisTime + 100 + 399 * 10);
    small = await small.reopen();
    await small.chain.controls.mine({ count: 1 });
    assert.equal(small.chain.head().header.gasLimit, gasLimitTarget);
  });

  it("turn automatic mining on permanently while blocks are made", async () => {
    const { chain } = small;
    const mining = chain.controls.mine({ count: 400, intervalSeconds: 10 });
    await chain.edit(() => [[new Uint8Array(20).fill(7), { balance: 1n }]]);
    await chain.controls.setMining({ isAutomine: true });
    await mining;
    assert.equal(chain.controls.mining().isAutomine, true);
    await chain.submit(transfer(0, 0));
    assert.equal(chain.head().transactions.length, 1);
  });
});
