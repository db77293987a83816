import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type BlockHash, type Header, pricesPaidIn, type StoredBlock } from "@tandem/primitives";
import fc from "fast-check";
import { chainLimits } from "../limits.js";
import type { Blocks } from "./blocks.js";
import { suggestGasPrice } from "./price.js";

const minimumGasPrice = 10n;

/** Creates a chain of blocks in which these prices were paid, the newest last. */
function chainOf(paid: readonly (readonly bigint[])[]) {
  const hashOf = (i: number): BlockHash => Uint8Array.of(1, i >> 8, i);
  const heightOf = (hash: BlockHash) => ((hash[1] as number) << 8) | (hash[2] as number);
  const blocks = {
    header: (hash: BlockHash) => ({ parentHash: hashOf(heightOf(hash) - 1) }) as Header,
    pricesPaid(hash: BlockHash) {
      const prices = paid[heightOf(hash) - 1];
      return (
        prices &&
        pricesPaidIn(prices.map((price) => ({ effectiveGasPrice: price, gasUsed: 21_000n })))
      );
    },
  } as unknown as Blocks;
  const head = { hash: hashOf(paid.length), header: { minimumGasPrice } } as StoredBlock;
  return { blocks, head };
}

const suggested = (paid: readonly (readonly bigint[])[]) => {
  const { blocks, head } = chainOf(paid);
  return suggestGasPrice(head, blocks);
};

describe("the gas price", () => {
  it("is the median of the prices paid in the last blocks with transactions, or the floor", () => {
    const price = fc.bigInt({ min: 1n, max: 40n });
    const chain = fc.array(fc.array(price, { maxLength: 4 }), { minLength: 1, maxLength: 40 });
    const property = fc.property(chain, (paid) => {
      const busy = paid.filter((prices) => prices.length > 0).slice(-chainLimits.priceBlocks);
      const all = busy.flat().sort((a, b) => Number(a - b));
      const median = all[all.length >> 1] ?? 0n;
      assert.equal(suggested(paid), median > 11n ? median : 11n);
    });
    fc.assert(property, { seed: 5, numRuns: 300 });
  });

  it("searches at most the limit of blocks", () => {
    const empty = Array.from({ length: chainLimits.priceBlocksSearched - 1 }, () => []);
    assert.equal(suggested([[99n], ...empty]), 99n);
    assert.equal(suggested([[99n], ...empty, []]), 11n);
  });
});
