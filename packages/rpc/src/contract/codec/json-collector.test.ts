import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonCollector } from "./json-collector.js";

test("a long text is collected as it is, wherever its characters are divided", async () => {
  for (const before of ["", "x", "xy"]) {
    const text = JSON.stringify(before + "\u{1f600}é".repeat(100_000));
    const collector = new JsonCollector({
      isAborted: false,
      answerCharactersMax: 10_000_000,
      held: { take() {} },
    });
    collector.add("[");
    await collector.addLong(text);
    collector.add("]");
    assert.equal(collector.finish().toString(), `[${text}]`);
  }
});

test("what is collected is counted, and is refused where it is too much", async () => {
  let held = 0;
  const take = (bytes: number) => {
    if (held + bytes > 300_000) throw new RangeError("too much");
    held += bytes;
  };
  const call = { isAborted: false, answerCharactersMax: 10_000_000, held: { take } };
  const text = "é".repeat(100_000);
  const collector = new JsonCollector(call);
  await collector.addLong(text);
  assert.equal(collector.finish().toString(), text);
  assert.equal(held, Buffer.byteLength(text));
  await assert.rejects(new JsonCollector(call).addLong(text), /too much/);
});
