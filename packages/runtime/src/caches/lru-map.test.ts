import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LruMap } from "./lru-map.js";

describe("a map with an approximate order of use", () => {
  it("evicts the entry that was not read for longest", () => {
    const map = new LruMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    assert.equal(map.get("a"), 1);
    map.set("c", 3);
    assert.deepEqual(
      ["a", "b", "c"].map((key) => map.get(key)),
      [1, undefined, 3],
    );
  });

  it("limits the weight, and evicts none for a value that is too heavy", () => {
    const map = new LruMap<string, string>(10, (text) => text.length);
    map.set("a", "aaaa");
    map.set("b", "bbbb");
    map.set("d", "ddddddddddd");
    assert.equal(map.get("d"), undefined);
    assert.equal(map.get("a"), "aaaa");
    map.set("c", "cccc");
    assert.equal(map.get("b"), undefined, "b made room for c");
    map.set("a", "a");
    map.set("b", "bbbbb");
    assert.deepEqual([map.get("a"), map.get("b"), map.get("c")], ["a", "bbbbb", "cccc"]);
  });

  it("is empty after it is cleared, and takes as much as before", () => {
    const map = new LruMap<string, number>(2);
    for (const key of ["a", "b"]) map.set(key, 1);
    map.clear();
    assert.deepEqual([map.get("a"), map.get("b")], [undefined, undefined]);
    for (const key of ["c", "d", "e"]) map.set(key, 2);
    assert.deepEqual(
      ["c", "d", "e"].map((key) => map.get(key)),
      [undefined, 2, 2],
    );
  });

  it("keeps entries that are read repeatedly, whatever else is added, and never exceeds its limit", () => {
    const map = new LruMap<number, number>(8);
    for (let i = 0; i < 1_000; i++) {
      map.set(i, i);
      if (i > 0) assert.equal(map.get(0), 0, `0 was read before ${i} came`);
    }
    const kept = Array.from({ length: 1_000 }, (_, i) => i).filter((i) => map.get(i) === i);
    assert.deepEqual(kept, [0, 993, 994, 995, 996, 997, 998, 999]);
  });

  it("evicts even if every entry was read", () => {
    const map = new LruMap<string, number>(3);
    for (const [value, key] of ["a", "b", "c"].entries()) map.set(key, value);
    for (const key of ["a", "b", "c"]) map.get(key);
    map.set("d", 3);
    const kept = ["a", "b", "c", "d"].filter((key) => map.get(key) !== undefined);
    assert.deepEqual(kept, ["b", "c", "d"]);
  });
});
