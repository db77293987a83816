import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { emptyCodeHash } from "../account.js";
import { emptyTrieRoot } from "../trie/ordered-trie.js";
import { keccak256, keccak256InSlices } from "./hash.js";

/** Bytes that differ by their place. */
const bytesOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed) % 251);

describe("a hash in slices", () => {
  it("is that of all the bytes, also when several are computed at once", async () => {
    const lengths = [0, 1, 256 * 1024, 256 * 1024 + 1, 1_000_003];
    const inputs = lengths.map(bytesOf);
    const hashes = await Promise.all(inputs.map(keccak256InSlices));
    for (const [i, input] of inputs.entries()) assert.deepEqual(hashes[i], keccak256(input));
  });
});

describe("the hashes that are stated", () => {
  it("are those of no bytes, and of the empty RLP string", () => {
    assert.deepEqual(emptyCodeHash, new Uint8Array(keccak256(new Uint8Array(0))));
    assert.deepEqual(emptyTrieRoot, new Uint8Array(keccak256(Uint8Array.of(0x80))));
  });
});
