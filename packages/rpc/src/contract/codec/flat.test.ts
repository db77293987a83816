import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { flat } from "./writer.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const texts = 1_000;
const pieces = 200;

/** Joins a text in the same way as answers. */
function joined(n: number): string {
  let text = "";
  for (let i = 0; i < pieces; i++) text += `${n}${i};`;
  return text;
}

/** Returns the heap bytes of a stored text. */
function bytesOfEach(keep: (text: string) => string): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: texts }, (_, n) => keep(joined(n)));
  collect();
  const each = (process.memoryUsage().heapUsed - before) / texts;
  assert.equal(kept.length, texts);
  return each;
}

test("a stored text takes the memory of its characters, and not of the pieces from which it was joined", () => {
  const characters = joined(500).length;
  assert.equal(flat(joined(7)), joined(7));
  assert.ok(bytesOfEach(flat) < 1.5 * characters);
  assert.ok(bytesOfEach((text) => text) > 3 * characters, "or there is nothing to gain any more");
});
