import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "./sweep-flags.js";

test("each value of a setting is one run", () => {
  assert.deepEqual(readSettings(["network.latencySeconds=10,20,10.0,1e1"]), {
    "network.latencySeconds": [10, 20],
  });
  assert.deepEqual(readSettings(['pools.a.work={"notify":1},{"notify":1},{"notify":2}']), {
    "pools.a.work": [{ notify: 1 }, { notify: 2 }],
  });
});

test("a comma inside of quotes belongs to its value, and an escaped quote ends none", () => {
  const about = (text: string) => readSettings([`about=${text}`]).about;
  assert.deepEqual(about(String.raw`"a,\"b,c"`), ['a,"b,c']);
  assert.deepEqual(about(String.raw`"a\\","b"`), ["a\\", "b"]);
});

test("a setting that no object has as a plain member is read like any other", () => {
  assert.deepEqual(Object.entries(readSettings(["__proto__=1", "constructor=2"])), [
    ["__proto__", [1]],
    ["constructor", [2]],
  ]);
  assert.throws(() => readSettings(["__proto__=1", "__proto__=2"]), /is given twice/);
});
