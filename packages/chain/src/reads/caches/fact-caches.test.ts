import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Log, Receipt, SignedTransaction, StoredBlock } from "@tandem/primitives";
import { chainLimits } from "../../limits.js";
import { createBlockCache } from "./fact-caches.js";

const { blockBytesCached, blocksCached } = chainLimits;

/** Creates the parts of a block that determine its weight. */
const blockOf = (rawBytes: readonly number[], dataBytes: readonly number[]): StoredBlock => {
  const logs = dataBytes.map((length) => ({ data: { length } }) as unknown as Log);
  return {
    transactions: rawBytes.map((length) => ({ raw: { length } }) as unknown as SignedTransaction),
    receipts: [{ logs } as unknown as Receipt],
  } as unknown as StoredBlock;
};

function keptOf(blocks: readonly StoredBlock[]): number[] {
  const kept = createBlockCache();
  for (const [i, block] of blocks.entries()) kept.set(`${i}`, block);
  return blocks.flatMap((block, i) => (kept.get(`${i}`) === block ? [i] : []));
}

describe("the cache of decoded blocks", () => {
  it("has as many as their number allows while they are small", () => {
    const blocks = Array.from({ length: blocksCached + 2 }, () => blockOf([100], []));
    assert.deepEqual(keptOf(blocks), [...blocks.keys()].slice(2));
  });

  it("has fewer if they are large", () => {
    const third = blockBytesCached / 3;
    const large = [blockOf([third], []), blockOf([], [third]), blockOf([third / 2], [third / 2])];
    assert.deepEqual(keptOf(large), [1, 2], "the third of three that are over a third each");
    const many = blockOf(Array(100_000).fill(110), []);
    assert.deepEqual(keptOf([many, many, many]), [2], "objects count beside bytes");
  });

  it("has only the newest if that exceeds the limit alone", () => {
    const small = blockOf([100], []);
    assert.deepEqual(keptOf([small, small, blockOf([2 * blockBytesCached], [])]), [2]);
  });
});
