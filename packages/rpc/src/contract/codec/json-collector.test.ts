import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonCollector } from "./json-collector.js";

test("a long text is collected as it is, wherever its characters are divided", async () => {
  for (const before of ["", "x", "xy"]) {
    const text = JSON.stringify(before + "\u{1f600}é".repeat(100_000));
    const collector = new JsonCollector({ isAborted: false, answerCharactersMax: 10_000_000 });
    collector.add("[");
    await collector.addLong(text);
    collector.add("]");
    assert.equal(collector.finish().toString(), `[${text}]`);
  }
});
