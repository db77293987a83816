import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { afterEach, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Fault, type Header, timestampMax } from "@tandem/primitives";
import { checkChain } from "../check/check-chain.js";
import {
  openSmallChain,
  type SmallChain,
  type SmallOptions,
  smallSettings,
  smallSpec,
  transfer,
} from "../testing/small-chain.js";

const genesisTime = smallSpec.genesis.timestamp;

describe("the chain's clock", () => {
  let small: SmallChain;
  const open = async (options?: SmallOptions) => {
    small = await openSmallChain("manual", options);
    return small.chain;
  };
  const mine = async () => (await small.chain.miner.mine()).header;
  afterEach(() => small.destroy());

  it("is advanced, and the Bitcoin header of the next block with it", async () => {
    const { controls } = await open();
    const before = await mine();
    assert.equal(await controls.increaseTime(3600), 3600);
    const after = await mine();
    assert.equal(after.timestamp - before.timestamp, 3600);
    const bitcoinTime = Buffer.from(after.bitcoinMergedMiningHeader).readUInt32LE(68);
    assert.equal(bitcoinTime, after.timestamp);
    assert.equal(await controls.increaseTime(10), 3610);
    small.pass(5000);
    assert.equal((await mine()).timestamp - after.timestamp, 15);
  });

  it("is advanced from the head's time if that is ahead of it", async () => {
    const { controls } = await open();
    await controls.mine({ count: 70 });
    const head = small.chain.head().header.timestamp;
    await controls.increaseTime(60);
    assert.equal((await mine()).timestamp, head + 60);
  });

  it("gives the next block the requested time, and continues from there", async () => {
    const { controls } = await open();
    const wanted = genesisTime + 1_000_000;
    await controls.setNextTimestamp(wanted);
    assert.equal((await small.chain.pending()).header.timestamp, wanted);
    assert.equal((await mine()).timestamp, wanted);
    small.pass(7000);
    assert.equal((await mine()).timestamp, wanted + 7);
  });

  it("refuses a time that no block can have, naming the block that rules it out", async () => {
    const { controls } = await open();
    const { timestamp } = await mine();
    const refused = (error: unknown) => error instanceof Fault && error.data.code === "bad-request";
    for (const time of [0, timestamp - 1, timestamp, timestampMax + 1]) {
      await assert.rejects(controls.setNextTimestamp(time), refused);
      await assert.rejects(controls.mine({ count: 1, timestamp: time }), refused);
    }
    await assert.rejects(controls.increaseTime(timestampMax), refused);
    await assert.rejects(controls.setTime((timestampMax + 1) * 1000), refused);
    assert.equal((await mine()).timestamp, timestamp + 1);
  });

  it("goes on beyond the four bytes of Bitcoin headers, which have the low 32 bits", async () => {
    const { controls, time } = await open();
    await controls.setNextTimestamp(2 ** 32 - 1);
    const timeOf = (header: Header) =>
      Buffer.from(header.bitcoinMergedMiningHeader).readUInt32LE(68);
    const last = await mine();
    const next = await mine();
    assert.deepEqual([last.timestamp, timeOf(last)], [2 ** 32 - 1, 2 ** 32 - 1]);
    assert.deepEqual([next.timestamp, timeOf(next)], [2 ** 32, 0]);
    await controls.increaseTime(2 ** 34);
    const late = await mine();
    assert.deepEqual([late.timestamp, timeOf(late)], [5 * 2 ** 32, 0]);
    assert.equal(time.nowSeconds(), 5 * 2 ** 32);
    assert.deepEqual((await checkChain(small.store, smallSpec)).findings, []);
  });

  it("refuses a time beyond the last one of a header, and does not change", async () => {
    const { controls, time } = await open();
    const { timestamp } = await mine();
    const refused = (error: unknown) => error instanceof Fault && error.data.code === "bad-request";
    const tooFar = { count: 256, intervalSeconds: 33_900_000_000 };
    await assert.rejects(controls.mine(tooFar), refused);
    assert.equal(small.chain.head().header.timestamp, timestamp, "none of them is made");
    assert.equal((await mine()).timestamp, timestamp + 1);
    await controls.setTimestampInterval(timestampMax);
    await assert.rejects(small.chain.miner.mine(), refused);
    await assert.rejects(controls.mine({ count: 2 }), refused);
    await controls.setTimestampInterval(undefined);
    assert.equal((await mine()).timestamp, timestamp + 2);
    await controls.setNextTimestamp(timestampMax);
    assert.equal((await mine()).timestamp, timestampMax);
    await assert.rejects(small.chain.miner.mine(), refused);
    assert.equal(time.nowSeconds(), timestampMax);
  });

  it("can be set back: then blocks are a second apart", async () => {
    const { controls } = await open();
    const { timestamp } = await mine();
    assert.equal(await controls.setTime((timestamp - 500) * 1000), -500);
    assert.equal((await mine()).timestamp, timestamp + 1);
    assert.equal((await mine()).timestamp, timestamp + 2);
  });

  it("is ignored while blocks have an interval of their own", async () => {
    const { controls } = await open();
    const { timestamp } = await mine();
    assert.equal(await controls.setTimestampInterval(12), false);
    small.pass(1_000_000);
    assert.equal((await mine()).timestamp, timestamp + 12);
    assert.equal((await mine()).timestamp, timestamp + 24);
    assert.equal(await controls.setTimestampInterval(undefined), true);
    assert.equal((await mine()).timestamp, timestamp + 1000);
  });

  it("reads the same when the chain is opened again", async () => {
    const { controls } = await open();
    await controls.increaseTime(5000);
    await controls.setNextTimestamp(genesisTime + 90_000);
    small = await small.reopen();
    assert.equal(small.chain.time.nowSeconds(), genesisTime + 5100);
    assert.equal((await mine()).timestamp, genesisTime + 90_000);
    small = await small.reopen();
    small.pass(3000);
    assert.equal((await mine()).timestamp, genesisTime + 90_003);
  });

  it("begins at the requested time, and continues from there", async () => {
    const startMs = (genesisTime + 50_000) * 1000;
    await open({ time: { startMs, isVirtual: false } });
    small.pass(4000);
    assert.equal((await mine()).timestamp, genesisTime + 50_004);
    small = await small.reopen();
    assert.equal(small.chain.time.nowMs(), startMs + 4000);
  });

  it("advances only with blocks and on request if it is virtual", async () => {
    const startMs = (genesisTime + 10) * 1000;
    const { controls } = await open({ time: { startMs, isVirtual: true } });
    small.pass(1_000_000);
    assert.equal((await mine()).timestamp, genesisTime + 10);
    small.pass(1_000_000);
    assert.equal((await mine()).timestamp, genesisTime + 11);
    await controls.increaseTime(100);
    assert.equal((await mine()).timestamp, genesisTime + 111);
    small = await small.reopen();
    assert.equal((await mine()).timestamp, genesisTime + 112);
  });

  it("is restored although flags changed, which determine everything else", async () => {
    const { controls } = await open();
    const coinbase = new Uint8Array(20).fill(0xaa);
    await controls.setTargets({ coinbase });
    await controls.increaseTime(100);
    small = await small.reopen();
    assert.deepEqual((await mine()).coinbase, coinbase);
    const settings = { ...smallSettings, gasLimitTarget: 20_000_000n };
    small = await small.reopen({ settings });
    assert.deepEqual((await mine()).coinbase, smallSettings.coinbase);
    assert.equal(small.chain.time.nowSeconds(), genesisTime + 200);
  });
});

describe("mining of a development chain", () => {
  let small: SmallChain;
  afterEach(() => small.destroy());

  it("moves gas limit and minimum gas price as far as one block may go", async () => {
    small = await openSmallChain("manual");
    const { controls, miner } = small.chain;
    await controls.setTargets({ gasLimitTarget: 33_000_000n, minimumGasPriceTarget: 1n });
    const first = (await miner.mine()).header;
    assert.equal(first.gasLimit, (30_000_000n * 1025n) / 1024n);
    assert.equal(first.minimumGasPrice, 59_400_000n);
    await controls.mine({ count: 120 });
    const last = small.chain.head().header;
    assert.equal(last.gasLimit, 33_000_000n);
  });

  it("gives the next block the minimum gas price that was requested, and no other", async () => {
    small = await openSmallChain("manual");
    await small.chain.controls.setNextMinimumGasPrice(10_000_000_000n);
    assert.equal((await small.chain.pending()).header.minimumGasPrice, 10_000_000_000n);
    small = await small.reopen();
    const { controls } = small.chain;
    await controls.mine({ count: 2 });
    const { blocks, head } = small.chain;
    const [second, first] = [head(), blocks.block(head().header.parentHash)];
    assert.equal(first?.header.minimumGasPrice, 10_000_000_000n);
    assert.equal(second.header.minimumGasPrice, 9_900_000_000n, "the rule applies again");

    await controls.setNextMinimumGasPrice(1n);
    await small.chain.submit(transfer(0, 0, 1n));
    const cheap = await small.chain.miner.mine();
    assert.equal(cheap.header.minimumGasPrice, 1n);
    assert.equal(cheap.transactions.length, 1);
    const { findings } = await checkChain(small.store, smallSpec);
    assert.deepEqual(findings, [], "the price is stored as requested");
  });

  it("forgets a requested price when a snapshot is reverted to", async () => {
    small = await openSmallChain("manual");
    const { controls, miner } = small.chain;
    const snapshot = await controls.snapshot();
    await controls.setNextMinimumGasPrice(0n);
    await controls.revert(snapshot);
    assert.equal((await miner.mine()).header.minimumGasPrice, 60_000_000n);
  });

  it("is switched between automatic and manual while the chain runs", async () => {
    small = await openSmallChain("auto");
    const { chain } = small;
    await chain.submit(transfer(0, 0));
    assert.equal(chain.head().header.number, 1);
    await chain.controls.setMining({ isAutomine: false });
    await chain.submit(transfer(0, 1));
    assert.equal(chain.head().header.number, 1);
    await chain.controls.setMining({ isAutomine: true });
    assert.equal(chain.head().header.number, 2);
    assert.equal(chain.pool.size, 0);
  });

  it("drops transactions from the pool", async () => {
    small = await openSmallChain("manual");
    const { chain } = small;
    const hash = await chain.submit(transfer(0, 0));
    await chain.submit(transfer(0, 1));
    await chain.submit(transfer(1, 0));
    assert.equal(await chain.controls.drop(hash), true);
    assert.equal(await chain.controls.drop(hash), false);
    const block = await chain.miner.mine();
    assert.equal(block.transactions.length, 1, "the next of the sender waits for the one dropped");
    assert.equal(chain.pool.size, 1);
    await chain.submit(transfer(1, 1));
    await chain.controls.dropAll(block.transactions[0]?.sender);
    assert.equal(chain.pool.size, 1);
    await chain.controls.dropAll(undefined);
    assert.equal(chain.pool.size, 0);
  });
});

it("an interval is ended once the block that is being made is done", async (t) => {
  const events = new EventEmitter();
  const beforeSeal = async () => {
    events.emit("sealing");
    await once(events, "released");
  };
  const small = await openSmallChain("manual", { beforeSeal });
  t.after(() => small.destroy());
  const { controls, head } = small.chain;
  const isSealing = once(events, "sealing");
  small.chain.miner.start();
  await controls.setMining({ intervalMs: 1 });
  await isSealing;
  const ended = controls.setMining({ intervalMs: undefined }).then(() => head().header.number);
  await controls.setTargets({});
  await setImmediate();
  events.emit("released");
  assert.equal(await ended, 1);
});
