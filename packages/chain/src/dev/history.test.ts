import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import {
  Fault,
  type HeadMoved,
  hashHeader,
  isEqual,
  type SignedTransaction,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import { chainLimits } from "../limits.js";
import { openSmallChain, type SmallChain, transfer } from "../testing/small-chain.js";

describe("history of a development chain", () => {
  let small: SmallChain;
  let events: HeadMoved[] = [];
  let pending: SignedTransaction[] = [];

  const forget = () => {
    events = [];
    pending = [];
  };
  const listen = () => {
    forget();
    small.chain.onHeadMoved((event) => events.push(event));
    small.chain.onPendingTransaction((tx) => pending.push(tx));
  };
  beforeEach(async () => {
    small = await openSmallChain("manual");
    listen();
  });
  afterEach(() => small.destroy());

  const mineWith = async (...raws: readonly Uint8Array[]): Promise<StoredBlock> => {
    for (const raw of raws) await small.chain.submit(raw);
    return small.chain.miner.mine();
  };
  const hashes = (blocks: readonly StoredBlock[]) => blocks.map(({ hash }) => toHex(hash));
  const isHead = (block: StoredBlock) => isEqual(small.chain.head().hash, block.hash);
  const nonceOf = (block: StoredBlock) => {
    const [tx] = block.transactions;
    return tx && small.chain.headState().nonceOf(tx.sender);
  };

  it("reverts to a snapshot, and announces it as a reorg", async () => {
    const { controls, blocks, pool } = small.chain;
    const first = await mineWith(transfer(0, 0));
    await small.chain.submit(transfer(1, 0));
    const number = await controls.snapshot();
    const second = await mineWith(transfer(0, 1));
    const third = await mineWith();
    for (const { hash } of second.transactions) {
      assert.deepEqual(blocks.location(hash)?.blockHash, second.hash, "asked for before, and kept");
    }
    forget();
    assert.equal(await controls.revert(number), true);
    assert.ok(isHead(first));
    assert.equal(nonceOf(first), 1n);
    assert.equal(events.length, 1);
    assert.deepEqual(hashes(events[0]?.removed ?? []), hashes([third, second]));
    assert.deepEqual(events[0]?.added, []);
    assert.equal(events[0]?.wentBackTo, first);
    assert.equal(pool.size, 1, "what waited then, and nothing that came after");
    assert.deepEqual(
      pending.map((tx) => tx.hash),
      pool.all().map((tx) => tx.hash),
    );
    assert.equal(blocks.canonicalHash(2), undefined);
    for (const { hash } of second.transactions) assert.equal(blocks.location(hash), undefined);
    assert.ok(blocks.block(second.hash), "what was undone can still be read");
  });

  it("announces no transaction that was pending before", async () => {
    await small.chain.submit(transfer(1, 0));
    const number = await small.chain.controls.snapshot();
    forget();
    await small.chain.controls.revert(number);
    assert.deepEqual(pending, []);
    assert.deepEqual(
      events.flatMap(({ removed, added }) => [...removed, ...added]),
      [],
    );
  });

  it("forgets a snapshot that is reverted to, and all later ones", async () => {
    const { controls } = small.chain;
    const [one, two, three] = [
      await controls.snapshot(),
      await controls.snapshot(),
      await controls.snapshot(),
    ];
    assert.equal(await controls.revert(two), true);
    assert.equal(await controls.revert(two), false);
    assert.equal(await controls.revert(three), false);
    const four = await controls.snapshot();
    assert.ok(four > three, "a number is not given twice");
    assert.equal(await controls.revert(one), true);
    assert.equal(await controls.revert(four), false);
    assert.equal(await controls.revert(0), false);
  });

  it("continues from a snapshot as if the later blocks had never existed", async () => {
    const { controls } = small.chain;
    await mineWith();
    const number = await controls.snapshot();
    await mineWith(transfer(0, 0));
    await small.chain.development.mineUncle(0);
    await controls.revert(number);
    const again = await mineWith(transfer(0, 0));
    assert.ok(isHead(again));
    for (let i = 0; i < 3; i++) {
      assert.equal((await mineWith()).uncles.length, 0, "what was undone is no uncle");
    }
  });

  it("makes another uncle where the one it would make was removed", async () => {
    const { controls, development } = small.chain;
    for (const fees of [[], [transfer(0, 0)]]) {
      await mineWith(...fees);
      let number = await controls.snapshot();
      const undone = new Set<string>();
      for (let i = 0; i < 3; i++) {
        const hash = toHex(await development.mineUncle(0));
        assert.ok(!undone.has(hash));
        undone.add(hash);
        await controls.revert(number);
        number = await controls.snapshot();
      }
      const hash = await development.mineUncle(0);
      const { uncles } = await mineWith();
      assert.ok(
        uncles.some((uncle) => isEqual(hashHeader(uncle), hash)),
        "and it is listed",
      );
    }
  });

  it("makes the same block again if all inputs are the same", async () => {
    const { controls } = small.chain;
    const number = await controls.snapshot();
    const before = await mineWith(transfer(0, 0));
    await mineWith();
    await controls.revert(number);
    const after = await mineWith(transfer(0, 0));
    assert.deepEqual(after.hash, before.hash);
    assert.ok(isHead(after));
    assert.ok(isEqual(small.chain.blocks.canonicalHash(1) ?? before.header.stateRoot, after.hash));
  });

  it("restores the clock and the mining mode", async () => {
    const { controls, time } = small.chain;
    await controls.setMining({ isAutomine: false, intervalMs: undefined });
    await controls.setNextTimestamp(time.nowSeconds() + 50);
    const before = time.nowMs();
    const number = await controls.snapshot();
    await controls.increaseTime(10_000);
    await controls.mine({ count: 3 });
    await controls.setMining({ isAutomine: true });
    small.pass(77_000);
    await controls.revert(number);
    assert.equal(time.nowMs(), before);
    assert.equal(controls.mining().isAutomine, false);
    assert.equal((await mineWith()).header.timestamp, Math.floor(before / 1000) + 50);
  });

  it("restores the edited state", async () => {
    const { chain } = small;
    const address = new Uint8Array(20).fill(0x42);
    const head = await mineWith();
    await chain.edit(() => [[address, { balance: 5n }]]);
    const number = await chain.controls.snapshot();
    await chain.edit(() => [[address, { balance: 6n }]]);
    await mineWith();
    await chain.edit(() => [[address, { balance: 7n }]]);
    await chain.controls.revert(number);
    assert.ok(isHead(head));
    assert.equal(chain.headState().balanceOf(address), 5n);
    await mineWith();
    assert.equal(chain.headState().balanceOf(address), 5n);
    await chain.controls.reset();
    assert.equal(chain.headState().balanceOf(address), 0n);
  });

  it("keeps snapshots over a restart", async () => {
    const first = await mineWith();
    await small.chain.submit(transfer(2, 0));
    const number = await small.chain.controls.snapshot();
    await mineWith(transfer(0, 0));
    small = await small.reopen();
    listen();
    assert.equal(await small.chain.controls.revert(number), true);
    assert.ok(isHead(first));
    assert.equal(small.chain.pool.size, 1);
    assert.equal(pending.length, 1);
    small = await small.reopen();
    assert.ok(isHead(first));
    assert.equal(await small.chain.controls.revert(number), false);
    assert.ok((await small.chain.controls.snapshot()) > number);
  });

  it("forgets the oldest snapshot past the limit", async () => {
    const { controls } = small.chain;
    const first = await controls.snapshot();
    for (let i = 1; i < chainLimits.snapshotsMax; i++) await controls.snapshot();
    const last = await controls.snapshot();
    assert.equal(last, chainLimits.snapshotsMax + 1);
    assert.equal(await controls.revert(first), false);
    assert.equal(await controls.revert(first + 1), true);
  });

  it("resets to genesis and to the settings of the start", async () => {
    const { controls, pool, time } = small.chain;
    const before = time.nowMs();
    await mineWith(transfer(0, 0));
    const number = await controls.snapshot();
    await controls.increaseTime(500);
    await controls.setTargets({ gasLimitTarget: 5_000_000n });
    await small.chain.submit(transfer(1, 0));
    await controls.reset();
    assert.equal(small.chain.head().header.number, 0);
    assert.equal(pool.size, 0);
    assert.equal(time.nowMs(), before);
    assert.equal(await controls.revert(number), false);
    assert.equal((await mineWith(transfer(0, 0))).header.gasLimit, 30_000_000n);
    assert.equal(await controls.snapshot(), number, "numbers begin again");
  });

  it("removes blocks, whose transactions are pending again", async () => {
    const { controls, pool } = small.chain;
    const first = await mineWith(transfer(0, 0));
    await mineWith(transfer(0, 1), transfer(1, 0));
    await mineWith(transfer(0, 2));
    forget();
    await controls.rollback(2);
    assert.ok(isHead(first));
    assert.equal(pool.size, 3);
    assert.equal(pending.length, 3);
    assert.equal((await mineWith()).transactions.length, 3);
    await assert.rejects(
      controls.rollback(3),
      (error) => error instanceof Fault && /depth: expected at most 2/.test(error.message),
    );
  });

  it("replaces the last blocks by as many others, in one event", async () => {
    const { controls, blocks, pool } = small.chain;
    await mineWith();
    const old = [await mineWith(transfer(0, 0)), await mineWith(transfer(0, 1)), await mineWith()];
    forget();
    await controls.reorg(3, [
      { raw: transfer(1, 0), at: 0 },
      { raw: transfer(2, 0), at: 2 },
    ]);
    assert.equal(small.chain.head().header.number, 4);
    assert.equal(events.length, 1);
    const [event] = events;
    assert.deepEqual(hashes(event?.removed ?? []), hashes(old).reverse());
    assert.deepEqual(
      event?.added.map(({ transactions }) => transactions.length),
      [1, 0, 1],
    );
    assert.equal(pool.size, 2, "what was in the old ones waits for the next block");
    for (const block of old) assert.ok(blocks.block(block.hash));
    assert.equal((await mineWith()).transactions.length, 2);
  });

  it("leaves the chain as it is when a transaction of a reorg cannot be executed", async () => {
    const head = await mineWith(transfer(0, 0));
    const placed = [{ raw: transfer(1, 5), at: 0 }];
    await assert.rejects(small.chain.controls.reorg(1, placed), /nonce too high/);
    await assert.rejects(small.chain.controls.reorg(2, []), /depth: expected at most 1/);
    assert.ok(isHead(head));
  });

  it("does not revert while a block is being built", async () => {
    const { controls } = small.chain;
    await mineWith();
    const number = await controls.snapshot();
    const making = Promise.all([small.chain.miner.mine(), small.chain.miner.mine()]);
    const reverted = controls.revert(number);
    await making;
    assert.equal(await reverted, true);
    assert.equal(small.chain.head().header.number, 1);
  });

  it("refuses a proof for work on a head that was removed", async () => {
    const { controls } = small.chain;
    const number = await controls.snapshot();
    await mineWith();
    const work = await small.chain.work();
    await controls.revert(number);
    const fresh = await small.chain.work();
    assert.notDeepEqual(fresh.parentHash, work.parentHash);
    assert.equal(fresh.isNew, true);
  });
});

describe("many blocks in one call", () => {
  let small: SmallChain;
  beforeEach(async () => {
    small = await openSmallChain("manual");
  });
  afterEach(() => small.destroy());

  it("are as far apart as requested, written, and announced one by one", async () => {
    const { chain } = small;
    const added: StoredBlock[] = [];
    chain.onHeadMoved((event) => added.push(...event.added));
    await chain.controls.mine({ count: 500, intervalSeconds: 60 });
    assert.deepEqual(
      added.map(({ header }) => header.number),
      Array.from({ length: 500 }, (_, i) => i + 1),
    );
    for (const [i, block] of added.entries()) {
      const { timestamp } = added[i - 1]?.header ?? block.header;
      assert.equal(block.header.timestamp - timestamp, i === 0 ? 0 : 60);
    }
    const last = chain.head();
    assert.equal(chain.time.nowSeconds(), last.header.timestamp);
    small = await small.reopen();
    assert.ok(isEqual(small.chain.head().hash, last.hash));
    assert.equal(small.chain.time.nowSeconds(), last.header.timestamp);
    assert.ok(small.chain.blocks.block(added[249]?.hash ?? last.hash));
  });

  it("include pending transactions in the first, and later ones in a later block", async () => {
    const { chain } = small;
    await chain.submit(transfer(0, 0));
    const mining = chain.controls.mine({ count: 300 });
    await chain.submit(transfer(1, 0));
    await mining;
    assert.equal(chain.pool.size, 0);
    assert.equal(chain.head().header.number, 300);
  });

  it("are as many as requested although the state is edited meanwhile", async () => {
    const { chain } = small;
    const address = new Uint8Array(20).fill(0x42);
    const mining = chain.controls.mine({ count: 300 });
    for (let i = 1n; i <= 5n; i++) {
      await chain.edit(() => [[address, { balance: i }]]);
      await new Promise(setImmediate);
    }
    await mining;
    assert.equal(chain.head().header.number, 300);
    assert.equal(chain.headState().balanceOf(address), 5n);
  });

  it("are as many as were asked for when the state is edited while one of them is sealed", async () => {
    const address = new Uint8Array(20).fill(0x42);
    let isEdited = false;
    const beforeSeal = async () => {
      if (isEdited) return;
      isEdited = true;
      await small.chain.edit(() => [[address, { balance: 5n }]]);
    };
    small = await small.reopen({ beforeSeal });
    await small.chain.controls.mine({ count: 3 });
    assert.equal(small.chain.head().header.number, 3);
    assert.equal(small.chain.headState().balanceOf(address), 5n);
  });

  it("are refused if they are too many", async () => {
    await assert.rejects(
      small.chain.controls.mine({ count: chainLimits.minedBlocksMax + 1 }),
      (error) => error instanceof Fault && error.data.code === "limit-exceeded",
    );
  });
});
