import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonText } from "../contract/writer.js";
import { ReadyTexts } from "./ready-texts.js";

test("texts not asked for longest make room, and one that is too long is not kept", () => {
  const texts = new ReadyTexts(10);
  let written = 0;
  const get = (key: string, length: number) =>
    texts.get(key, () => {
      written++;
      return new JsonText(key.repeat(length));
    }).text;
  assert.equal(get("a", 4), "aaaa");
  assert.equal(get("b", 4), "bbbb");
  assert.equal(get("a", 4), "aaaa");
  assert.equal(written, 2, "a is at hand");
  get("c", 4);
  get("a", 4);
  assert.equal(written, 3, "a is still at hand");
  get("b", 4);
  assert.equal(written, 4, "b made room for c");
  assert.equal(get("d", 11), "d".repeat(11));
  get("d", 11);
  assert.equal(written, 6, "too long to keep");
  get("b", 4);
  assert.equal(written, 6, "what is too long drives nobody out");
});
