import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JsonBytes } from "../../../written-json.js";
import { BatchText } from "./batch-text.js";

const bytesOf = (text: string) => {
  const bytes = Buffer.from(text);
  return new JsonBytes(bytes.length, () => [bytes.subarray(0, 5), bytes.subarray(5)]);
};

const answer = fc
  .tuple(fc.string({ unit: "grapheme" }), fc.constantFrom(1, 10, 30_000), fc.boolean())
  .map(([text, times, isBytes]) => ({ text: JSON.stringify(text.repeat(times)), isBytes }));

test("a batch is the same text whether its answers are joined or become bytes", () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 8 }), (answers) => {
      const batch = new BatchText();
      for (const { text, isBytes } of answers) batch.add(isBytes ? bytesOf(text) : text);
      const expected = `[${answers.map(({ text }) => text).join(",")}]`;
      const finished = batch.finish() ?? "";
      assert.equal(finished.toString(), expected);
      if (finished instanceof JsonBytes) {
        assert.equal(finished.length, Buffer.byteLength(expected));
      }
    }),
    { numRuns: 60 },
  );
});

test("a small batch stays text, and a large one is passed on in pieces of moderate size", () => {
  const small = new BatchText();
  for (let i = 0; i < 100; i++) small.add('"a"');
  assert.equal(typeof small.finish(), "string");
  const large = new BatchText();
  for (let i = 0; i < 1_000; i++) large.add(JSON.stringify("a".repeat(10_000)));
  const finished = large.finish();
  assert.ok(finished instanceof JsonBytes);
  for (const piece of finished.pieces(false)) assert.ok(piece.length < 100_000, `${piece.length}`);
});

test("a batch without an answer has no text", () => {
  assert.equal(new BatchText().finish(), undefined);
});
