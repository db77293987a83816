import assert from "node:assert/strict";
import { test } from "node:test";
import { EncodedList } from "./encoded-list.js";
import { encodeString, listOf } from "./rlp-list.js";

test("a list of items that come one after the other is encoded like one of all", () => {
  const list = new EncodedList();
  const items: Uint8Array[] = [];
  assert.deepEqual(list.bytes(), listOf([]));
  for (let length = 0; length < 3_000; length += 7) {
    const item = encodeString(new Uint8Array(length).fill(length));
    items.push(item);
    list.add(item);
  }
  const long = encodeString(new Uint8Array(600_000).fill(1));
  items.push(long);
  list.add(long);
  assert.deepEqual(list.bytes(), listOf(items));
  assert.deepEqual(list.content(), new Uint8Array(Buffer.concat(items)));
});
