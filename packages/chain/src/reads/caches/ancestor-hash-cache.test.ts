import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlockHash, Header } from "@tandem/primitives";
import fc from "fast-check";
import { chainLimits } from "../../limits.js";
import { createAncestorHashCache } from "./ancestor-hash-cache.js";

/** Creates a tree of blocks, each on an earlier one; the hash is the number of the block. */
function plant(parents: readonly number[]) {
  const heights = [0];
  const parentOf = [-1];
  for (const [i, parent] of parents.entries()) {
    heights.push((heights[parent % (i + 1)] as number) + 1);
    parentOf.push(parent % (i + 1));
  }
  const hashOf = (block: number): BlockHash => {
    const hash = new Uint8Array(32);
    new DataView(hash.buffer).setUint32(0, block + 1);
    return hash;
  };
  let reads = 0;
  const header = (hash: BlockHash) => {
    reads++;
    const block = new DataView(hash.buffer).getUint32(0) - 1;
    const number = heights[block];
    if (number === undefined) return undefined;
    return { number, parentHash: hashOf(parentOf[block] ?? -1) } as Header;
  };
  const ancestor = (block: number, height: number): BlockHash | undefined => {
    let at = block;
    while ((heights[at] ?? -1) > height) at = parentOf[at] ?? -1;
    return heights[at] === height ? hashOf(at) : undefined;
  };
  return { header, ancestor, hashOf, reads: () => reads };
}

test("ancestors are those a walk along the parents finds, on whatever branch", () => {
  const questions = fc.array(fc.tuple(fc.nat(99), fc.integer({ min: -1, max: 60 })));
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 90 }), questions, (parents, asked) => {
      const tree = plant(parents);
      const cache = createAncestorHashCache(tree.header);
      for (const [block, height] of asked) {
        const tip = block % (parents.length + 1);
        assert.deepEqual(cache.ancestor(tree.hashOf(tip), height), tree.ancestor(tip, height));
      }
    }),
    { numRuns: 200, seed: 12 },
  );
});

test("a chain that grows is walked once, and only so far back as is kept", () => {
  const length = 3 * chainLimits.ancestorHashesMax;
  const tree = plant(Array.from({ length }, (_, i) => i));
  const cache = createAncestorHashCache(tree.header);
  const far = (tip: number) => tip - chainLimits.ancestorHashesMax + 1;
  const first = 2 * chainLimits.ancestorHashesMax;
  assert.deepEqual(cache.ancestor(tree.hashOf(first), far(first)), tree.hashOf(far(first)));
  assert.equal(cache.ancestor(tree.hashOf(first), far(first) - 1), undefined);
  const before = tree.reads();
  for (let tip = first + 1; tip <= length; tip++) {
    assert.deepEqual(cache.ancestor(tree.hashOf(tip), far(tip)), tree.hashOf(far(tip)));
  }
  assert.equal(tree.reads() - before, length - first);
});
