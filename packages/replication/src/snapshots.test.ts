import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readSnapshotName } from "./snapshots.js";

const name = { identity: "one", sequence: 7, id: "7:0x00", layout: "9" };

describe("the name of a snapshot", () => {
  it("is read from its text", () => {
    assert.deepEqual(readSnapshotName(JSON.stringify(name)), name);
  });

  it("is undefined for any other text, which makes no list of snapshots fail", () => {
    const texts = [undefined, "", "{", "null", "7", '"one"', "[]", "{}"];
    for (const text of texts) assert.equal(readSnapshotName(text), undefined, text);
    for (const change of [{ sequence: "7" }, { sequence: 0.5 }, { id: 7 }, { layout: undefined }]) {
      const text = JSON.stringify({ ...name, ...change });
      assert.equal(readSnapshotName(text), undefined, text);
    }
  });
});
