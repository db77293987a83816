/** Tests the fork monitor on the tags that real miners put into real coinbases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ForkMonitor,
  type ForkTag,
  type MainChain,
  mainChainBlockOf,
  readForkTag,
  splitCoinbase,
} from "@tandem/consensus";
import { decodeHeader, fromHex, type Header } from "@tandem/primitives";
import fc from "fast-check";
import { readHeaderList } from "../support/chain-checks/rootstock-vectors.js";

const headers = readHeaderList("mainnet-4479841-4480540.json").map(({ rlp }) =>
  decodeHeader(fromHex(rlp)),
);
const lowest = (headers[0] as Header).number;
const head = lowest + headers.length - 1;
const blocks = headers.map(mainChainBlockOf);
const mainChain: MainChain = {
  headHeight: () => head,
  block: (height) => blocks[height - lowest],
};

const tags = headers.map((header): ForkTag => {
  const coinbase = splitCoinbase(header.bitcoinMergedMiningCoinbaseTransaction);
  const tag = coinbase && readForkTag(coinbase.tail);
  assert.ok(tag);
  return tag;
});

/** Returns the main chain with other blocks after a height. */
function divertedAfter(height: number): MainChain {
  return {
    headHeight: () => head,
    block(at) {
      const block = mainChain.block(at);
      if (block === undefined || at <= height) return block;
      return { prefix: block.prefix.toReversed(), vectorByte: block.vectorByte ^ 0x5a };
    },
  };
}

/** Feeds one tag in every `stride`, as if each were in a Bitcoin block. */
function observeAll(chain: MainChain, stride = 1, change = (tag: ForkTag) => tag) {
  const monitor = new ForkMonitor(chain);
  for (const [i, tag] of tags.entries()) {
    if (i % stride === 0) monitor.observe({ height: 800_000 + i, tag: change(tag) });
  }
  return monitor;
}

test("every real tag has the height of its block", () => {
  assert.equal(tags.length, 700);
  assert.deepEqual(
    tags.map(({ height }) => height),
    headers.map(({ number }) => number),
  );
});

test("against the chain they were mined on, no tag is a fork", () => {
  const monitor = observeAll(mainChain);
  assert.deepEqual(monitor.forks(), []);
  assert.equal(monitor.counts()["main-chain"], 700);
});

test("by their vectors alone, the tags are siblings of that chain", () => {
  const monitor = observeAll(mainChain, 1, (tag) => ({ ...tag, prefix: tag.prefix.toReversed() }));
  const { sibling, unplaced } = monitor.counts();
  // The first ones commit only to blocks before the recorded headers.
  const firstMarked = Math.ceil(lowest / 64) * 64;
  assert.equal(unplaced, firstMarked - lowest + 1);
  assert.equal(sibling, 700 - unplaced);
  assert.deepEqual(monitor.forks(), []);
});

test("against a chain that diverged, they are one fork from that height", () => {
  const firstMarked = Math.ceil(lowest / 64) * 64;
  const property = fc.property(
    fc.integer({ min: firstMarked, max: head - 65 }),
    fc.integer({ min: 1, max: 60 }),
    (height, stride) => {
      const forks = observeAll(divertedAfter(height), stride).forks();
      const from = Math.floor(height / 64) * 64;
      const seen = tags.filter((tag, i) => i % stride === 0 && tag.height > from + 64);
      if (seen.length === 0) return assert.deepEqual(forks, []);
      assert.equal(forks.length, 1);
      assert.deepEqual(forks[0]?.range, { from, to: from + 64 });
      assert.equal(forks[0]?.witnessCount, seen.length);
      assert.equal(forks[0]?.lastHeight, seen.at(-1)?.height);
      assert.equal(forks[0]?.lengthMax, (seen.at(-1)?.height ?? 0) - from);
    },
  );
  fc.assert(property, { seed: 1553, numRuns: 60 });
});

test("a branch that all miners hide is urgent, and at 515 blocks requires action", () => {
  const levels = (upTo: number) => {
    const monitor = new ForkMonitor({ ...divertedAfter(4_479_936), headHeight: () => 4_480_540 });
    for (const [i, tag] of tags.entries()) {
      if (tag.height <= upTo && i % 20 === 0) monitor.observe({ height: i, tag });
    }
    return monitor.forks().map(({ level }) => level);
  };
  assert.deepEqual(levels(4_479_999), []);
  assert.deepEqual(levels(4_480_140), [1]);
  assert.deepEqual(levels(4_479_936 + 514), [1]);
  assert.deepEqual(levels(4_480_540), [2]);
});
