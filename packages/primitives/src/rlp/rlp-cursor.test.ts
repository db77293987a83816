import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Input, RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import { RlpCursor } from "./rlp-cursor.js";

const { nested } = fc.letrec<{ nested: Input }>((tie) => ({
  nested: fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    fc.array(tie("nested"), { maxLength: 5 }) as fc.Arbitrary<Input>,
  ),
}));

type Value = Uint8Array | Value[];

/** Reads the next item by its own kind. */
function readNext(cursor: RlpCursor): Value {
  if (!cursor.isAtList) return cursor.take();
  const items: Value[] = [];
  for (const end = cursor.enter(); cursor.isBefore(end); ) items.push(readNext(cursor));
  return items;
}

/** Reads an item that spans all bytes. */
function readWhole(bytes: Uint8Array): Value {
  const cursor = new RlpCursor(bytes);
  const value = readNext(cursor);
  cursor.leave(bytes.length);
  return value;
}

/** Reads an item whose kinds are those of `like`. */
function readLike(cursor: RlpCursor, like: Input): void {
  if (!Array.isArray(like)) {
    cursor.take();
    return;
  }
  const end = cursor.enter();
  for (const one of like) readLike(cursor, one);
  cursor.leave(end);
}

function resultOf<T>(read: () => T): { readonly value?: T; readonly error?: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { error };
  }
}

/** Returns the offset of each prefix. */
function prefixesOf(value: Input, from = 0): number[] {
  if (!Array.isArray(value)) return [from];
  const encoded = RLP.encode(value).length;
  const payload = value.reduce<number>((sum, one) => sum + RLP.encode(one).length, 0);
  const found = [from];
  let at = from + encoded - payload;
  for (const one of value) {
    found.push(...prefixesOf(one as Input, at));
    at += RLP.encode(one).length;
  }
  return found;
}

describe("a cursor over RLP", () => {
  it("reads what the library decodes, and refuses what the library refuses", () => {
    const property = fc.property(nested, fc.nat(), fc.nat(255), (value, at, byte) => {
      const bytes = RLP.encode(value);
      bytes[at % bytes.length] = byte;
      const found = resultOf(() => readWhole(bytes));
      const wanted = resultOf(() => RLP.decode(bytes));
      if ("error" in wanted) assert.ok(found.error instanceof RangeError, String(found.error));
      else assert.deepEqual(found.value, wanted.value);
    });
    fc.assert(property, { seed: 6, numRuns: 3_000 });
  });

  it("refuses the prefix of a list for a string, and the reverse", () => {
    const property = fc.property(nested, (value) => {
      const bytes = RLP.encode(value);
      readLike(new RlpCursor(bytes), value);
      for (const at of prefixesOf(value)) {
        const prefix = bytes[at] as number;
        if (prefix < 0x80) continue;
        const changed = bytes.slice();
        changed[at] = prefix ^ 0x40;
        const { error } = resultOf(() => readLike(new RlpCursor(changed), value));
        assert.ok(error instanceof RangeError, `${Buffer.from(changed).toString("hex")} at ${at}`);
      }
    });
    fc.assert(property, { seed: 7, numRuns: 300 });
  });
});
