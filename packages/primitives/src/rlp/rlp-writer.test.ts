import assert from "node:assert/strict";
import { test } from "node:test";
import { RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import { EncodedList } from "./encoded-list.js";
import { RlpWriter } from "./rlp-writer.js";

type Item = bigint | number | Uint8Array | readonly Item[];

/** Writes an item, the last part of it first. */
function write(writer: RlpWriter, item: Item): void {
  if (item instanceof Uint8Array) writer.string(item);
  else if (typeof item !== "object") writer.integer(item);
  else {
    const end = writer.length;
    for (const one of [...item].reverse()) write(writer, one);
    writer.list(end);
  }
}

function written(item: Item): Uint8Array {
  const target = new EncodedList();
  const writer = new RlpWriter();
  write(writer, item);
  writer.finish(target);
  return target.content();
}

const string = fc.oneof(
  fc.uint8Array({ maxLength: 3 }),
  fc.uint8Array({ maxLength: 60 }),
  fc.nat(70_000).map((length) => new Uint8Array(length).fill(7)),
);
const integer = fc.oneof(
  fc.nat(300),
  fc.maxSafeNat(),
  fc.bigInt({ min: 0n, max: 2n ** 64n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
);
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, string, integer, fc.array(tie("item"), { maxLength: 5 })),
}));

test("items that are written from back to front are encoded as by the library", () => {
  fc.assert(
    fc.property(item, (one) => {
      assert.deepEqual(written(one), RLP.encode(one as never));
    }),
    { numRuns: 300, seed: 41 },
  );
});

test("several writers at once do not share their bytes", () => {
  const [one, other] = [new RlpWriter(), new RlpWriter()];
  const targets = [new EncodedList(), new EncodedList()] as const;
  for (let i = 0; i < 100; i++) {
    one.integer(1);
    other.integer(2);
  }
  other.finish(targets[1]);
  const third = new RlpWriter();
  for (let i = 0; i < 50; i++) third.integer(3);
  one.finish(targets[0]);
  third.finish(targets[0]);
  assert.deepEqual(
    targets[0].content(),
    new Uint8Array([...Array(100).fill(1), ...Array(50).fill(3)]),
  );
  assert.deepEqual(targets[1].content(), new Uint8Array(100).fill(2));
});

test("a long encoding is passed on in parts, of which the last ends the item", () => {
  const writer = new RlpWriter();
  const item = new Uint8Array(30_000).fill(7);
  for (let i = 0; i < 100; i++) writer.string(item);
  writer.list(0);
  const target = new EncodedList();
  const ends: boolean[] = [];
  writer.finish({
    add(bytes, isLast) {
      target.add(bytes);
      ends.push(isLast);
    },
  });
  assert.deepEqual(target.content(), RLP.encode(Array(100).fill(item)));
  assert.equal(ends.indexOf(true), ends.length - 1);
});
