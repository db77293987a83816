import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { editableFields, editedHeader, faultOf, textOfField } from "./edits.js";
import { sourcesOfText } from "./source.js";

const file = new URL(
  "../../../../../test/vectors/rootstock/mainnet-older-headers.json",
  import.meta.url,
);
const [source] = sourcesOfText(readFileSync(file, "utf8"));
assert.ok(source);
const { header } = source;

describe("edited fields", () => {
  it("result in the same header if they are unchanged", () => {
    const edits = Object.fromEntries(
      editableFields.map((name) => [name, textOfField(header, name)]),
    );
    assert.deepEqual(editedHeader(header, edits), header);
  });

  it("replace bytes and numbers, and are ignored while they are malformed", () => {
    assert.equal(editedHeader(header, { difficulty: "12" }).difficulty, 12n);
    assert.equal(editedHeader(header, { timestamp: "12" }).timestamp, 12);
    assert.deepEqual(editedHeader(header, { miner: "0x01" }).coinbase, Uint8Array.of(1));
    for (const [name, text] of [
      ["miner", "0x0"],
      ["miner", "text"],
      ["number", "-1"],
      ["number", ""],
    ] as const) {
      assert.match(faultOf(name, text) ?? "", /^Expected/);
      assert.deepEqual(editedHeader(header, { [name]: text }), header);
    }
  });
});
