import assert from "node:assert/strict";
import { test } from "node:test";
import { RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import {
  decodeItems,
  encodeItems,
  encodeListSteps,
  encodePassing,
  encodeRlp,
  encodeString,
  listOf,
  type RlpItem,
} from "./rlp-list.js";

const item = fc.oneof(
  fc.uint8Array({ maxLength: 2 }),
  fc.uint8Array({ minLength: 54, maxLength: 58 }),
  fc.uint8Array({ minLength: 250, maxLength: 260 }),
);

test("lists and strings are encoded as the general encoder does, and read back", () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (items) => {
      assert.deepEqual(encodeItems(items), RLP.encode(items));
      assert.deepEqual(encodePassing(items), RLP.encode(items));
      assert.deepEqual(
        decodeItems(encodeItems(items)).map((bytes) => bytes.slice()),
        items,
      );
      for (const one of items) assert.deepEqual(encodeString(one), RLP.encode(one));
    }),
    { numRuns: 200, seed: 30 },
  );
});

test("a list of more than 64 KiB is encoded as the general encoder does", () => {
  const items = [new Uint8Array(70_000).fill(1)];
  assert.deepEqual(encodeItems(items), RLP.encode(items));
  assert.deepEqual(encodePassing(items), RLP.encode(items));
});

const { nested } = fc.letrec<{ nested: RlpItem }>((tie) => ({
  nested: fc.oneof({ maxDepth: 4 }, item, fc.array(tie("nested"), { maxLength: 5 })),
}));

test("lists in lists are encoded as the general encoder does", () => {
  fc.assert(
    fc.property(nested, (one) => {
      assert.deepEqual(encodeRlp(one), RLP.encode(one as never));
      assert.deepEqual(listOf([encodeRlp(one)]), RLP.encode([one] as never));
    }),
    { numRuns: 300, seed: 31 },
  );
});

test("a long list is encoded in steps as the general encoder does it at once", () => {
  fc.assert(
    fc.property(fc.array(nested, { maxLength: 8 }), fc.nat(200), (some, times) => {
      const items = Array.from({ length: times }, () => some).flat();
      let count = 0;
      const steps = encodeListSteps(items, (one) => one);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) count++;
      assert.deepEqual(step.value, RLP.encode(items as never));
      assert.equal(count > 1, items.length > 256);
    }),
    { numRuns: 100, seed: 32 },
  );
});
