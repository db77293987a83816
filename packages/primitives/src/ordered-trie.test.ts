import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMPT } from "@ethereumjs/mpt";
import { RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import { emptyTrieRoot, orderedTrieRoot } from "./ordered-trie.js";

async function rootByInsertion(values: readonly Uint8Array[]): Promise<Uint8Array> {
  const trie = await createMPT();
  for (const [index, value] of values.entries()) await trie.put(RLP.encode(index), value);
  return trie.root();
}

describe("ordered trie", () => {
  it("has the root of the empty trie without values", () => {
    assert.deepEqual(orderedTrieRoot([]), emptyTrieRoot);
  });

  it("has the root that insertion gives, at the sizes where the keys change their shape", async () => {
    for (const size of [1, 2, 15, 16, 17, 127, 128, 129, 130, 255, 256, 257, 300]) {
      const values = Array.from({ length: size }, (_, i) =>
        new Uint8Array(1 + ((i * 7) % 60)).fill(i + 1),
      );
      assert.deepEqual(orderedTrieRoot(values), await rootByInsertion(values), `${size} values`);
    }
  });

  it("has the root that insertion gives for any values", async () => {
    const values = fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 }), { maxLength: 150 });
    const property = fc.asyncProperty(values, async (list) => {
      assert.deepEqual(orderedTrieRoot(list), await rootByInsertion(list));
    });
    await fc.assert(property, { seed: 11, numRuns: 30 });
  });
});
