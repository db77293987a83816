import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyCodeHash, Fault, keccak256, toKey } from "@tandem/primitives";
import { encodeNode } from "../trie/trie-node.js";
import { createStateCache } from "./state-cache.js";

/** Creates a source of code and leaves that counts its reads. */
function countingSource(count: number) {
  const facts = Array.from({ length: count }, (_, i) => {
    const leaf = encodeNode({ kind: "leaf", path: new Uint8Array(64), value: Uint8Array.of(i) });
    return [keccak256(leaf), leaf] as const;
  });
  const asked = { node: 0, code: 0 };
  const find = (hash: Uint8Array) => facts.find(([key]) => toKey(key) === toKey(hash))?.[1];
  const source = {
    node: (hash: Uint8Array) => {
      asked.node++;
      return find(hash);
    },
    code: (hash: Uint8Array) => {
      asked.code++;
      return find(hash);
    },
  };
  return { source, asked, hashes: facts.map(([hash]) => hash) };
}

test("a fact is asked of the source once while there is room for it", () => {
  const { source, asked, hashes } = countingSource(4);
  const kept = createStateCache(source, { nodes: 100, codeBytes: 10_000 });
  for (let round = 0; round < 3; round++) {
    for (const hash of hashes) {
      kept.node(toKey(hash));
      kept.code(hash);
    }
  }
  assert.deepEqual(asked, { node: 4, code: 4 });
});

test("over the limit the facts not used lately are asked for again, the used ones are not", () => {
  const { source, asked, hashes } = countingSource(30);
  const kept = createStateCache(source, { nodes: 10, codeBytes: 0 });
  const [busy, ...others] = hashes as [Uint8Array, ...Uint8Array[]];
  for (const hash of others) {
    kept.node(toKey(busy));
    kept.node(toKey(hash));
  }
  assert.equal(asked.node, 30);
  kept.node(toKey(others[0] as Uint8Array));
  assert.equal(asked.node, 31);
});

test("code that is not there is a fault, no code is no bytes and never asked for", () => {
  const { source, asked } = countingSource(0);
  const kept = createStateCache(source);
  assert.equal(kept.code(emptyCodeHash).length, 0);
  assert.equal(asked.code, 0);
  assert.throws(
    () => kept.code(keccak256(Uint8Array.of(1))),
    (error) => error instanceof Fault && error.data.code === "corrupt-data",
  );
});
