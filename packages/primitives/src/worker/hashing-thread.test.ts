import assert from "node:assert/strict";
import { test } from "node:test";
import { toHex } from "../bytes/hex.js";
import { orderedTrieRoot } from "../trie/ordered-trie.js";
import { ask, orderedTrieRootYielding } from "./hashing-thread.js";
import { packItems } from "./packed-items.js";

test("the root of many values is the same, wherever it is hashed", async () => {
  for (const count of [0, 1, 255, 256, 3000]) {
    // The longest does not fit the initial buffer.
    const values = Array.from({ length: count }, (_, i) =>
      new Uint8Array(i === 300 ? 100_000 : 1 + (i % 300)).fill(i),
    );
    const root = await orderedTrieRootYielding(count, (i) => values[i] as Uint8Array);
    assert.equal(toHex(root), toHex(orderedTrieRoot(values)), `${count} values`);
  }
});

test("after an error of the thread, the next one answers each request with its own result", async () => {
  const unpackable = Uint8Array.of(0);
  assert.equal(await ask("root", unpackable), undefined);
  // The thread that failed ends while the first of these are open.
  for (let i = 0; i < 5; i++) {
    const values = Array.from({ length: 300 }, () => new Uint8Array(40).fill(i));
    const root = await ask("root", packItems(values));
    assert.deepEqual(root, orderedTrieRoot(values), `request ${i}`);
  }
});
