import assert from "node:assert/strict";
import { test } from "node:test";
import { createMPT, type MerklePatriciaTrie } from "@ethereumjs/mpt";
import { emptyTrieRoot, fromKey, keccak256, toHex, toKey } from "@tandem/primitives";
import { runSync } from "@tandem/runtime";
import fc from "fast-check";
import { createMemorySource } from "../accounts/memory-source.js";
import { createStateCache } from "../accounts/state-cache.js";
import type { Fact } from "./facts.js";
import { readTrie } from "./read-trie.js";
import { type TrieChange, updateTrieSteps } from "./state-trie.js";
import { decodeNode, type NodeRef } from "./trie-node.js";

/** Returns facts that are decoded from their stored form, not taken from memory. */
const readBack = (source: ReturnType<typeof createMemorySource>) => createStateCache(source);

/** Keys with long common prefixes, so that branches, extensions and embedded leaves all occur. */
const crowdedKey = fc
  .tuple(fc.nat(3), fc.constantFrom(0, 8, 29, 30, 31), fc.nat(40))
  .map(([first, at, last]) => {
    const key = new Uint8Array(32).fill(0x11);
    key[0] = first * 0x11;
    key[at] = last;
    return key;
  });
const key = fc.oneof(
  crowdedKey,
  fc.nat(200).map((n) => keccak256(Uint8Array.of(n))),
);
/** Many of them may share their first 28 bytes. */
const manyKeys = fc.oneof(
  key,
  fc.tuple(fc.nat(1), fc.nat(2 ** 20)).map(([first, last]) => {
    const bytes = new Uint8Array(32).fill(first * 0x11);
    new DataView(bytes.buffer).setUint32(28, last);
    return bytes;
  }),
);
const value = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 2 }),
  fc.uint8Array({ minLength: 30, maxLength: 80 }),
);
const commits = fc.array(
  fc.array(fc.tuple(key, fc.option(value, { nil: undefined, freq: 2 })), { maxLength: 40 }),
  { minLength: 1, maxLength: 5 },
);

const onePerKey = (changes: readonly (readonly [Uint8Array, Uint8Array | undefined])[]) =>
  [...new Map(changes.map(([k, v]) => [toKey(k), v]))].map(
    ([k, v]): TrieChange => ({ key: fromKey(k), value: v }),
  );

/** Returns the hashes of stored nodes that are reachable from a root. */
function reachable(source: ReturnType<typeof createMemorySource>, root: Uint8Array): Set<string> {
  const seen = new Set<string>();
  const visit = (ref: NodeRef | undefined): void => {
    if (ref === undefined) return;
    let node = ref;
    if (typeof node === "string") {
      seen.add(node);
      const bytes = source.node(fromKey(node));
      assert.ok(bytes, "every node is on disk");
      assert.equal(toHex(keccak256(bytes)), toHex(fromKey(node)));
      node = decodeNode(bytes);
    }
    if (node.kind === "branch") node.children.forEach(visit);
    if (node.kind === "extension") visit(node.child);
  };
  if (toHex(root) !== toHex(emptyTrieRoot)) visit(toKey(root));
  return seen;
}

async function applyTo(oracle: MerklePatriciaTrie, changes: readonly TrieChange[]) {
  for (const change of changes) {
    if (change.value === undefined) await oracle.del(change.key);
    else await oracle.put(change.key, change.value);
  }
}

/** Sets of changes that are large enough to be applied in steps. */
const largeCommits = fc.array(
  fc.array(fc.tuple(manyKeys, fc.option(value, { nil: undefined, freq: 2 })), {
    minLength: 100,
    maxLength: 200,
    size: "max",
  }),
  { minLength: 2, maxLength: 3 },
);

for (const [what, rounds, numRuns] of [
  ["puts and removals", commits, 60],
  ["many puts and removals", fc.tuple(commits, largeCommits).map(([a, b]) => [...a, ...b]), 10],
] as const) {
  test(`${what} in any order over several commits give the roots of @ethereumjs/mpt`, () =>
    agree(rounds, numRuns));
}

async function agree(rounds: typeof commits, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      const source = createMemorySource();
      const oracle = await createMPT();
      const facts = createStateCache(source, { nodes: 8, codeBytes: 8 });
      let root = emptyTrieRoot;
      for (const round of rounds) {
        const changes = onePerKey(round);
        const updated = runSync(updateTrieSteps(facts, root, changes));
        await applyTo(oracle, changes);
        assert.equal(toHex(updated.root), toHex(oracle.root()));
        source.write({ nodes: updated.nodes, code: [], preimages: [] });
        const used = reachable(source, updated.root);
        for (const [hash] of updated.nodes) {
          assert.ok(used.has(toKey(hash)), "every node handed out is part of the new trie");
        }
        root = updated.root;
        const stored = readBack(source);
        for (const { key, value } of changes) {
          assert.deepEqual(readTrie(stored, root, key), value);
          assert.deepEqual((await oracle.get(key)) ?? undefined, value);
        }
      }
    }),
    { numRuns, seed: 30 },
  );
}

test("changes that change nothing give the same root and no nodes", () => {
  const source = createMemorySource();
  const keys = Array.from({ length: 50 }, (_, i) => keccak256(Uint8Array.of(i)));
  const all = keys.map((key) => ({ key, value: Uint8Array.of(1, 2, 3) }));
  const first = runSync(updateTrieSteps(createStateCache(source), emptyTrieRoot, all));
  source.write({ nodes: first.nodes, code: [], preimages: [] });
  const absent = { key: keccak256(Uint8Array.of(99)), value: undefined };
  const again = runSync(updateTrieSteps(createStateCache(source), first.root, [...all, absent]));
  assert.deepEqual(again.root, first.root);
  assert.equal(again.nodes.length, 0);
});

test("removing every key gives the empty root and no nodes", () => {
  const source = createMemorySource();
  const keys = Array.from({ length: 50 }, (_, i) => keccak256(Uint8Array.of(i)));
  const put = runSync(
    updateTrieSteps(
      createStateCache(source),
      emptyTrieRoot,
      keys.map((key) => ({ key, value: Uint8Array.of(7) })),
    ),
  );
  source.write({ nodes: put.nodes, code: [], preimages: [] });
  const removals = keys.map((key) => ({ key, value: undefined }));
  const { root, nodes } = runSync(updateTrieSteps(createStateCache(source), put.root, removals));
  assert.deepEqual(root, emptyTrieRoot);
  assert.deepEqual(nodes, [] satisfies Fact[]);
});

test("a missing node is a fault that says which", () => {
  const root = keccak256(Uint8Array.of(1));
  assert.throws(
    () => readTrie(createStateCache(createMemorySource()), root, root),
    (error: Error) => error.message.includes(toHex(root)),
  );
});
