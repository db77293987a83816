import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { isEqual, toHex } from "@tandem/primitives";
import { outsideLimits } from "../limits.js";
import {
  openSmallChain,
  type SmallChain,
  smallSettings,
  transfer,
} from "../testing/small-chain.js";
import { createWorkCache, type WorkCache } from "./work-cache.js";

const minute = 60_000;

describe("work for outside miners", () => {
  let small: SmallChain;
  let works: WorkCache;
  /** The number of templates made. */
  let templates = 0;
  /** Runs while a template is made. */
  let whileDrafting: () => Promise<unknown> = async () => {};

  beforeEach(async () => {
    small = await openSmallChain("external");
    const { chain, clock } = small;
    const { time } = chain;
    const { spec, executor, pool, blocks, head } = chain;
    templates = 0;
    whileDrafting = async () => {};
    const uncleCandidates = async () => {
      templates++;
      await whileDrafting();
      return [];
    };
    const settings = smallSettings;
    works = createWorkCache({
      spec,
      executor,
      pool,
      blocks,
      clock,
      time,
      head,
      uncleCandidates,
      settings,
    });
  });
  afterEach(() => small.destroy());

  const hashNow = async () => toHex((await works.newest()).hashForMergedMining);

  it("is not created before the first request, and once for concurrent requests", async () => {
    await small.chain.miner.mine();
    assert.equal(templates, 0);
    const all = await Promise.all(Array.from({ length: 50 }, () => works.newest()));
    assert.equal(templates, 1);
    assert.equal(new Set(all.map((work) => toHex(work.hashForMergedMining))).size, 1);
    assert.equal(all.filter((work) => work.isNew).length, 1);
  });

  it("is on the head, and created again when the head moved", async () => {
    const first = await works.newest();
    assert.ok(isEqual(first.parentHash, small.chain.head().hash));
    await small.chain.miner.mine();
    const second = await works.newest();
    assert.ok(isEqual(second.parentHash, small.chain.head().hash));
    assert.equal(templates, 2);
  });

  it("is on the new head when the head moves while it is created", async () => {
    whileDrafting = async () => {
      if (templates === 1) await small.chain.miner.mine();
    };
    const work = await works.newest();
    assert.ok(isEqual(work.parentHash, small.chain.head().hash));
    assert.equal(small.chain.head().header.number, 1);
  });

  it("is returned even if the head moves during every attempt", async () => {
    whileDrafting = () => small.chain.miner.mine();
    const work = await works.newest();
    assert.equal(templates, outsideLimits.templatesMax);
    assert.ok(works.find(work.hashForMergedMining));
  });

  it("is created again if all was dropped while it was created, for all who wait", async () => {
    whileDrafting = async () => {
      // The head moves during every attempt, and is removed during the last one.
      if (templates > outsideLimits.templatesMax) return;
      await small.chain.miner.mine();
      if (templates === outsideLimits.templatesMax) works.forget();
    };
    const [one, other] = await Promise.all([works.newest(), works.newest()]);
    assert.equal(templates, outsideLimits.templatesMax + 1);
    assert.ok(isEqual(one.parentHash, small.chain.head().hash));
    assert.ok(isEqual(one.hashForMergedMining, other.hashForMergedMining));
  });

  it("is valid for a minute without changes, then has a new timestamp", async () => {
    const first = await hashNow();
    small.pass(minute - 1);
    assert.equal(await hashNow(), first);
    small.pass(1);
    assert.notEqual(await hashNow(), first);
    assert.equal(templates, 2);
  });

  it("includes new transactions of the pool, but not more often than once a second", async () => {
    const first = await hashNow();
    await small.chain.submit(transfer(0, 0));
    small.pass(outsideLimits.poolMsMin - 1);
    assert.equal(await hashNow(), first);
    small.pass(1);
    const second = await works.newest();
    assert.equal(second.paidFees, 21_000n * 10n ** 9n);
    assert.equal(works.find(second.hashForMergedMining)?.template.transactions.length, 1);
    small.pass(10 * outsideLimits.poolMsMin);
    assert.equal(await hashNow(), toHex(second.hashForMergedMining));
    assert.equal(templates, 2);
  });

  it("is announced as new once for a parent, and again when its fees exceed a tenth more", async () => {
    const isNewWith = async (raw?: Uint8Array) => {
      if (raw !== undefined) await small.chain.submit(raw);
      small.pass(outsideLimits.poolMsMin);
      return (await works.newest()).isNew;
    };
    assert.equal(await isNewWith(), true);
    assert.equal(await isNewWith(), false);
    const hundred = 100n * 10n ** 9n;
    assert.equal(await isNewWith(transfer(0, 0, hundred)), true, "from nothing to something");
    assert.equal(await isNewWith(), false);
    assert.equal(
      await isNewWith(transfer(1, 0, hundred / 10n)),
      false,
      "110 per cent is not above",
    );
    assert.equal(await isNewWith(transfer(2, 0, 10n ** 9n)), true, "111 per cent is");
    assert.equal(await isNewWith(), false);
    await small.chain.miner.mine();
    assert.equal(await isNewWith(), true, "another parent");
    assert.equal(await isNewWith(), false);
  });

  it("is announced as new again when no solution of what was announced is accepted any more", async () => {
    const isNew = async () => (await works.newest()).isNew;
    assert.deepEqual([await isNew(), await isNew()], [true, false]);
    await small.chain.edit(() => [[new Uint8Array(20).fill(0x99), { balance: 1n }]]);
    assert.deepEqual([await isNew(), await isNew()], [true, false], "on an edited state");
    works.forget();
    assert.deepEqual([await isNew(), await isNew()], [true, false], "after a revert to its parent");
  });

  it("is cached for the last twenty, by its hash", async () => {
    const hashes: Uint8Array[] = [];
    for (let i = 0; i < 25; i++) {
      hashes.push((await works.newest()).hashForMergedMining);
      small.pass(minute);
    }
    const found = hashes.map((hash) => works.find(hash)?.work.hashForMergedMining);
    assert.deepEqual(found.slice(0, 5), Array(5).fill(undefined));
    assert.deepEqual(found.slice(5), hashes.slice(5));
  });

  it("is created again for a request after a template that failed", async () => {
    whileDrafting = () => Promise.reject(new Error("a defect"));
    await assert.rejects(works.newest(), /a defect/);
    whileDrafting = async () => {};
    assert.ok((await works.newest()).isNew);
  });
});
