import assert from "node:assert/strict";
import { describe, it } from "node:test";
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
