import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { silentLogger, systemClock } from "@tandem/runtime";
import { chainLimits } from "../limits.js";
import { openSmallChain, transfer } from "../testing/small-chain.js";
import { Miner, type MinerContext, SelectionTime } from "./miner.js";

test("a block on time that waited while its interval was ended is not made", async (t) => {
  const events = new EventEmitter();
  const when: { isAutomine: boolean; intervalMs: number | undefined } = {
    isAutomine: false,
    intervalMs: 1,
  };
  let attempts = 0;
  // The context lacks the parts that make a block, so an attempt is an error.
  const miner = new Miner({
    logger: { ...silentLogger, error: () => attempts++, warn: () => attempts++ },
    clock: systemClock,
    when: () => when,
    onInterval: async () => {
      events.emit("on time");
    },
    hasReadyTransactions: () => false,
    sealer: () => undefined,
  } as unknown as MinerContext);
  t.after(() => miner.stop());
  const isOnTime = once(events, "on time");
  const reset = miner.runExclusive(async () => {
    await isOnTime;
    await setImmediate();
    when.intervalMs = undefined;
    miner.retime();
  });
  miner.start();
  await reset;
  await miner.runExclusive(async () => {});
  assert.equal(attempts, 0);
});

test("attempts that fail leave one timer for the next attempt", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const events = new EventEmitter();
  let attempts = 0;
  const miner = new Miner({
    logger: { ...silentLogger, error: () => events.emit("failed", ++attempts) },
    clock: systemClock,
    when: () => ({ isAutomine: true, intervalMs: undefined }),
    hasReadyTransactions: () => true,
    sealer: () => undefined,
  } as unknown as MinerContext);
  t.after(() => miner.stop());
  const attempt = () => new Promise((resolve) => miner.wakeUntilIdle(resolve));
  for (let sent = 1; sent <= 5; sent++) assert.ok((await attempt()) instanceof Error);
  assert.equal(attempts, 5);
  const again = once(events, "failed");
  t.mock.timers.tick(1000);
  assert.deepEqual(await again, [6]);
  await miner.runExclusive(async () => {});
  await setImmediate();
  assert.equal(attempts, 6);
});

test("intervals are drawn from a range, each by its own draw", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const draws = [0, 0.9999, 0.5];
  const intervals: number[] = [];
  const events = new EventEmitter();
  const miner = new Miner({
    logger: { ...silentLogger, error: () => events.emit("attempt") },
    clock: { now: () => 0 },
    when: () => ({ isAutomine: false, intervalMs: 3000, intervalMsMin: 1000 }),
    random: () => draws.shift() ?? 0,
    onInterval: async (milliseconds: number) => {
      intervals.push(milliseconds);
    },
    hasReadyTransactions: () => false,
    sealer: () => undefined,
  } as unknown as MinerContext);
  t.after(() => miner.stop());
  miner.start();
  for (const milliseconds of [1000, 3000, 2000]) {
    const attempt = once(events, "attempt");
    t.mock.timers.tick(milliseconds - 1);
    assert.ok(!intervals.includes(milliseconds));
    t.mock.timers.tick(1);
    await attempt;
    await setImmediate();
  }
  assert.deepEqual(intervals, [1000, 3000, 2000]);
});

test("a transaction that comes after those of a block in vain were selected is mined", async (t) => {
  const small = await openSmallChain("auto");
  t.after(() => small.destroy());
  const { chain } = small;
  const { controls, executor, pool } = chain;
  await controls.setMining({ isAutomine: false });
  await chain.submit(transfer(0, 0));
  await controls.setNextMinimumGasPrice(2n * 10n ** 9n);
  let sent: Promise<Uint8Array> | undefined;
  const { begin } = executor;
  executor.begin = async (start) => {
    const execution = await begin(start);
    const finish = execution.finish.bind(execution);
    execution.finish = async () => {
      sent ??= chain.submit(transfer(1, 0, 4n * 10n ** 9n));
      while (pool.size < 2 && chain.head().header.number === 0) await setImmediate();
      return finish();
    };
    return execution;
  };
  // The attempt finds that the first one pays too little.
  await controls.setMining({ isAutomine: true });
  const hash = await sent;
  assert.deepEqual(
    chain.head().transactions.map((mined) => mined.hash),
    [hash],
  );
});

const intervalMs = 1_000;

/** Learns from blocks that are done after a time that is a multiple of that of their selection. */
function after(blocks: number, factor: number): number {
  const time = new SelectionTime();
  for (let i = 0; i < blocks; i++) {
    const selectMs = time.of(intervalMs);
    time.learn(selectMs, selectMs * factor);
  }
  return time.of(intervalMs);
}

test("transactions are selected for as long as leaves time for the rest of the block", () => {
  assert.equal(after(0, 1), 700);
  const learned = after(20, 1.25);
  assert.ok(Math.abs(learned * 1.25 - intervalMs) < 1, `${learned}`);
});

test("the selection keeps within its bounds, however quick or slow the rest is", () => {
  assert.ok(after(20, 1.01) <= intervalMs * chainLimits.selectShareMax);
  assert.equal(after(20, 5), intervalMs * chainLimits.selectShare);
});

test("blocks whose transactions did not last, and the least time, change nothing", () => {
  assert.equal(after(20, 0.1), 700);
  assert.equal(new SelectionTime().of(10), chainLimits.selectMsMin);
});
