import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import * as z from "zod";
import { address, bloom, count, data, flag, hash32, quantity } from "./wire.js";
import { orNull, writerOf } from "./writer.js";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const plain = { noNullPrototype: true } as const;
const everything = z.object({
  count,
  quantity,
  data,
  flag,
  name: z.string(),
  list: z.array(hash32),
  perhaps: orNull(address),
  optional: bloom.optional(),
  nested: z.array(z.object({ flag })),
});

/** The unit `binary` of fast-check lists all characters first, which takes half a second. */
const character = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

describe("a compiled writer", () => {
  it("writes what zod's own encoding gives, member for member and in order", () => {
    const values = fc.record(
      {
        count: fc.integer({ min: 0, max: 2 ** 51 }),
        quantity: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        data: fc.uint8Array({ maxLength: 100 }),
        flag: fc.boolean(),
        name: fc.string({ unit: character }),
        list: fc.array(bytes(32), { maxLength: 4 }),
        perhaps: fc.option(bytes(20), { nil: undefined }),
        optional: bytes(256),
        nested: fc.array(fc.record({ flag: fc.boolean() }, plain), { maxLength: 3 }),
      },
      {
        ...plain,
        requiredKeys: ["count", "quantity", "data", "flag", "name", "list", "perhaps", "nested"],
      },
    );
    const write = writerOf(everything);
    fc.assert(
      fc.property(values, (value) => {
        assert.equal(write(value), JSON.stringify(z.encode(everything, value)));
        assert.deepEqual(z.decode(everything, JSON.parse(write(value))), {
          ...value,
          perhaps: value.perhaps,
        });
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  it("writes an absent member as null and leaves an optional one out", () => {
    const schema = z.object({ a: orNull(count), b: count.optional() });
    assert.equal(writerOf(schema)({ a: undefined }), '{"a":null}');
  });

  it("is refused for a schema without a known writer", () => {
    assert.throws(() => writerOf(z.map(z.string(), z.string())), TypeError);
  });
});
