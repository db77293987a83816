import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSightings, firstHash, hashBytes, hashNumber } from "./sightings.js";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("a hash", () => {
  it("is that of FNV-1a", () => {
    // The values of the algorithm's reference for these texts.
    assert.equal(hashBytes(firstHash, utf8("")) >>> 0, 0x811c9dc5);
    assert.equal(hashBytes(firstHash, utf8("a")) >>> 0, 0xe40c292c);
    assert.equal(hashBytes(firstHash, utf8("foobar")) >>> 0, 0xbf9cf968);
    assert.equal(hashNumber(firstHash, 0x61), hashBytes(firstHash, utf8("a")));
  });
});

describe("sightings", () => {
  it("know a hash from its second time on, until another takes its place", () => {
    const seen = createSightings(8);
    assert.deepEqual([1, 1, 2, 1, 2].map(seen.isRepeated), [false, true, false, true, true]);
    assert.equal(seen.isRepeated(9), false);
    assert.equal(seen.isRepeated(1), false);
    assert.equal(seen.isRepeated(-7), false);
    assert.equal(seen.isRepeated(-7), true);
  });
});
