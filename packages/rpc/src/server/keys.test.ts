import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createGate, keyOf } from "./keys.js";

describe("an API key", () => {
  it("is the last segment of the path", () => {
    assert.equal(keyOf("/abc"), "abc");
    assert.equal(keyOf("/v2/abc?x=/y"), "abc");
    assert.equal(keyOf("/a%20b"), "a b");
    assert.equal(keyOf("/a%zz"), "a%zz");
    assert.equal(keyOf("/"), "");
    assert.equal(keyOf("/abc/"), "");
  });

  it("opens only when it is one of those configured", () => {
    const gate = createGate(["first", "second"]);
    for (const path of ["/first", "/v1/second"]) assert.ok(gate(path), path);
    for (const path of ["/", "/third", "/first/", "/firs", "/FIRST", "/first/x"]) {
      assert.ok(!gate(path), path);
    }
  });

  it("is not asked for when none is configured", () => {
    const gate = createGate([]);
    for (const path of ["/", "/anything"]) assert.ok(gate(path), path);
  });
});
