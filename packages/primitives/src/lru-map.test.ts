import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LruMap } from "./lru-map.js";

describe("a map of what was read lately", () => {
  it("forgets what was not read for longest", () => {
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

  it("goes by weight, and what is too heavy drives nobody out", () => {
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
});
