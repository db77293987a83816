import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { json } from "./json.js";

describe("results as JSON", () => {
  it("keep the order of their keys and write bigints as decimal strings", () => {
    const text = json({ wei: 2n ** 70n, again: [1n], name: "north" });
    assert.equal(
      text,
      '{\n  "wei": "1180591620717411303424",\n  "again": [\n    "1"\n  ],\n  "name": "north"\n}\n',
    );
  });

  it("refuse numbers that JSON would replace by null", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => json({ share: [value] }), RangeError);
    }
  });
});
