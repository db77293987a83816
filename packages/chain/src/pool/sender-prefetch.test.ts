import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { concat, encodeRlp, toHex } from "@tandem/primitives";
import { turnNumber } from "@tandem/runtime";
import { poolLimits } from "../limits.js";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";
import { createSenderPrefetch } from "./sender-prefetch.js";

describe("transactions whose senders are recovered before submission", () => {
  let small: SmallChain;
  afterEach(() => small.destroy());

  it("are the same when they are submitted, and each is returned once", async () => {
    small = await openSmallChain("manual");
    const prefetch = createSenderPrefetch(smallSpec, small.chain.head);
    const raws = Array.from({ length: 20 }, (_, i) => transfer(0, i));
    prefetch.prefetchSenders(raws);
    for (const raw of raws) {
      assert.equal(prefetch.take(raw.slice()), undefined);
      const transaction = await prefetch.take(raw);
      const hash = await small.chain.submit(raw);
      const pooled = small.chain.pool.get(hash);
      assert.ok(transaction && pooled);
      assert.equal(toHex(transaction.sender), toHex(pooled.sender));
      assert.equal(toHex(transaction.hash), toHex(hash));
      assert.equal(prefetch.take(raw), undefined);
    }
  });

  it("are decoded with other work between them", async () => {
    small = await openSmallChain("manual");
    const prefetch = createSenderPrefetch(smallSpec, small.chain.head);
    const [none, one, to] = [new Uint8Array(0), Uint8Array.of(1), new Uint8Array(20).fill(7)];
    const keys = Array.from({ length: 3800 }, () => new Uint8Array(32).fill(1));
    const called = [Uint8Array.of(31), none, one, one, to, none, none, [[to, keys]]];
    // Each takes some milliseconds, of which a time slice has three.
    const raw = concat(one, encodeRlp([...called, none, one, one]));
    const raws = Array.from({ length: 16 }, () => raw.slice());
    const before = turnNumber();
    prefetch.prefetchSenders(raws);
    await prefetch.take(raws[0] as Uint8Array);
    const turns = turnNumber() - before;
    assert.ok(turns >= 4, `${turns} turns of the event loop`);
  });

  it("enter the pool in their order, whether valid or not", async () => {
    small = await openSmallChain("manual");
    const { chain } = small;
    const good = Array.from({ length: 10 }, (_, i) => transfer(0, i));
    const cut = (good[3] as Uint8Array).subarray(0, 60);
    chain.prefetchSenders([...good, cut, new Uint8Array(0), new Uint8Array(500).fill(0xff)]);
    for (const raw of good) await chain.submit(raw);
    await assert.rejects(chain.submit(cut), /not the fields of a transaction/);
    assert.equal(chain.pool.size, 10);
    const block = await chain.miner.mine();
    assert.deepEqual(
      block.transactions.map(({ raw }) => toHex(raw)),
      good.map((raw) => toHex(raw)),
    );
  });

  it("are dropped when there are more than the pool's limit", async () => {
    small = await openSmallChain("manual");
    const prefetch = createSenderPrefetch(smallSpec, small.chain.head);
    const left = transfer(0, 0);
    prefetch.prefetchSenders([left]);
    prefetch.prefetchSenders(new Array(poolLimits.transactionsMax).fill(new Uint8Array(1)));
    assert.equal(prefetch.take(left), undefined);
  });
});
