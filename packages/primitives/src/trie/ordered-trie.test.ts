import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMPT, verifyMPTWithMerkleProof } from "@ethereumjs/mpt";
import { RLP } from "@ethereumjs/rlp";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { fromBigInt } from "../bytes/bytes.js";
import { keccak256 } from "../bytes/hash.js";
import { toHex } from "../bytes/hex.js";
import {
  emptyTrieRoot,
  OrderedTrieHasher,
  orderedTrieProofSteps,
  orderedTrieRoot,
} from "./ordered-trie.js";

const orderedTrieProof = (values: readonly Uint8Array[], index: number) =>
  runSync(orderedTrieProofSteps(values, index));

async function rootByInsertion(values: readonly Uint8Array[]): Promise<Uint8Array> {
  const trie = await createMPT();
  for (const [index, value] of values.entries()) await trie.put(RLP.encode(index), value);
  return trie.root();
}

describe("ordered trie", () => {
  it("has the root of the empty trie without values", () => {
    assert.deepEqual(orderedTrieRoot([]), emptyTrieRoot);
  });

  it("has the root of insertion, at the sizes at which the keys change their shape", async () => {
    for (const size of [1, 2, 15, 16, 17, 127, 128, 129, 130, 255, 256, 257, 300, 4099]) {
      const values = Array.from({ length: size }, (_, i) =>
        new Uint8Array(1 + ((i * 7) % 60)).fill(i + 1),
      );
      assert.deepEqual(orderedTrieRoot(values), await rootByInsertion(values), `${size} values`);
    }
  });

  it("has the root of insertion for long values among short ones", async () => {
    const values = Array.from({ length: 40 }, (_, i) => new Uint8Array(4_070 + i).fill(i + 1));
    values.splice(20, 0, Uint8Array.of(1));
    assert.deepEqual(orderedTrieRoot(values), await rootByInsertion(values));
  });

  it("has the root of insertion for any values", async () => {
    const values = fc.array(fc.uint8Array({ minLength: 1, maxLength: 80 }), { maxLength: 150 });
    const property = fc.asyncProperty(values, async (list) => {
      assert.deepEqual(orderedTrieRoot(list), await rootByInsertion(list));
    });
    await fc.assert(property, { seed: 11, numRuns: 30 });
  });
});

describe("a trie whose values come one after the other", () => {
  it("has the same root at every size, whatever was hashed before", () => {
    const hasher = new OrderedTrieHasher();
    const values: Uint8Array[] = [];
    for (let size = 0; size <= 4_200; size++) {
      if (size <= 600 || size % 97 === 0 || size >= 4_090) {
        assert.deepEqual(hasher.root(), orderedTrieRoot(values), `${size} values`);
      }
      const value = new Uint8Array(1 + ((size * 7) % 60)).fill(size + 1);
      values.push(value);
      hasher.add(value);
    }
  });
});

const verified = async (root: Uint8Array, proof: Uint8Array[], index: number) =>
  verifyMPTWithMerkleProof(await createMPT({ root }), root, RLP.encode(fromBigInt(index)), proof);

describe("a proof in the ordered trie", () => {
  it("passes a standard verifier for every value, root first", async () => {
    for (const size of [1, 2, 16, 17, 129, 260]) {
      const values = Array.from({ length: size }, (_, i) =>
        new Uint8Array(1 + ((i * 7) % 60)).fill(i + 1),
      );
      const root = orderedTrieRoot(values);
      for (let index = 0; index < size; index++) {
        const proof = orderedTrieProof(values, index);
        assert.deepEqual(keccak256(proof[0] as Uint8Array), root);
        assert.deepEqual(await verified(root, proof, index), values[index], `${index}/${size}`);
      }
    }
  });

  it("lists each hashed node once and no embedded node", () => {
    const short = Array.from({ length: 20 }, (_, i) => Uint8Array.of(i + 1));
    for (const [index] of short.entries()) {
      const proof = orderedTrieProof(short, index);
      for (const node of proof.slice(1)) assert.ok(node.length >= 32);
      for (const [i, node] of proof.slice(1).entries()) {
        assert.ok(toHex(proof[i] as Uint8Array).includes(toHex(keccak256(node)).slice(2)));
      }
    }
  });

  it("does not hold for another value or another index", async () => {
    const values = Array.from({ length: 130 }, (_, i) => new Uint8Array(40).fill(i + 1));
    const proof = orderedTrieProof(values, 5);
    const root = orderedTrieRoot(values);
    assert.notDeepEqual(await verified(root, proof, 6).catch(() => undefined), values[6]);
    const other = values.map((value, i) => (i === 5 ? new Uint8Array(40).fill(99) : value));
    await assert.rejects(verified(orderedTrieRoot(other), proof, 5));
  });

  it("is refused for an index without a value", () => {
    assert.throws(() => orderedTrieProof([], 0), RangeError);
    assert.throws(() => orderedTrieProof([Uint8Array.of(1)], 1), RangeError);
  });
});
