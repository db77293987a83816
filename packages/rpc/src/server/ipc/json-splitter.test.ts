import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { JsonSplitter } from "./json-splitter.js";

/** Splits a text that arrives in the given chunks. */
function split(chunks: readonly Buffer[]) {
  const splitter = new JsonSplitter();
  const texts: string[] = [];
  const rests = chunks.map((chunk) =>
    splitter.take(chunk, (text) => {
      texts.push(text.toString());
      return true;
    }),
  );
  return { splitter, texts, rest: Buffer.concat(rests).toString() };
}

/** Cuts bytes at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, i) => bytes.subarray(from, at[i]));
}

const message = fc.oneof(fc.array(fc.json()), fc.dictionary(fc.string(), fc.json()));
const between = fc.constantFrom("", "\n", "\r\n", " \t");

describe("JSON texts of a stream", () => {
  it("are those that were sent, wherever chunks end and whatever is between them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(message, between), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (sent, places) => {
          const texts = sent.map(([value]) => JSON.stringify(value));
          const whole = texts.map((text, i) => text + sent[i]?.[1]).join("");
          const found = split(cut(Buffer.from(whole), places));
          assert.deepEqual(found.texts, texts);
          assert.equal(found.rest, "");
          assert.deepEqual([found.splitter.length, found.splitter.heldBytes], [0, 0]);
        },
      ),
    );
  });

  it("end at the bracket that closes the first one, of whatever kind it is", () => {
    const { texts } = split([Buffer.from('{]["}\\"]"]{"a":[1}}[')]);
    assert.deepEqual(texts, ["{]", '["}\\"]"]', '{"a":[1}}']);
  });

  for (const rest of ["nonsense {}", '"text"', "5", "]", "}{"]) {
    it(`cannot begin with ${rest}`, () => {
      const found = split([Buffer.from(`{} []${rest}`)]);
      assert.deepEqual(found.texts, ["{}", "[]"]);
      assert.equal(found.rest, rest);
    });
  }

  it("count the memory of pieces, which is more than their bytes", () => {
    const { splitter, texts } = split(Array.from({ length: 100 }, () => Buffer.from("[")));
    assert.deepEqual(texts, []);
    assert.equal(splitter.length, 100);
    assert.ok(splitter.heldBytes > 10_000);
    splitter.clear();
    assert.equal(splitter.heldBytes, 0);
  });

  it("are not read any more once one of them has closed the connection", () => {
    const texts: string[] = [];
    const rest = new JsonSplitter().take(Buffer.from("{}[]nonsense"), (text) => {
      texts.push(text.toString());
      return false;
    });
    assert.deepEqual(texts, ["{}"]);
    assert.equal(rest.toString(), "[]nonsense");
  });
});
