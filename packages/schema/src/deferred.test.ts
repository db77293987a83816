import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import * as zod from "zod";
import * as z from "./index.js";

type Zod = typeof zod;

/** Declares one schema of several kinds with either library. */
const declare = (
  from: Pick<Zod, "array" | "codec" | "number" | "object" | "record" | "string">,
) => {
  const name = from.string("expected a name").regex(/^[a-z]*$/, "expected small letters");
  const size = from.codec(from.string().regex(/^\d+$/), from.number(), {
    decode: Number,
    encode: String,
  });
  const item = from.object({ name: name.describe("A name."), size: size.optional() });
  return item.extend({
    items: from.array(item.omit({ size: true })).default([]),
    sizes: from.record(from.string(), size).nullish(),
  });
};

const member = fc.oneof(fc.constantFrom("a", "B", "7", 7, null, undefined), fc.string());
const record = fc.dictionary(fc.constantFrom("name", "size", "x"), member);
const values = fc.record(
  { name: member, size: member, items: fc.array(record), sizes: fc.oneof(record, member) },
  { requiredKeys: [] },
);

describe("a schema that is constructed at its first use", () => {
  it("accepts, returns and refuses the same as one that is constructed at once", () => {
    const expected = declare(zod);
    const schema = declare(z);
    fc.assert(
      fc.property(values, (value) => {
        const [one, other] = [expected.safeParse(value), schema.safeParse(value)];
        assert.deepEqual(other.data, one.data);
        assert.deepEqual(other.error?.issues, one.error?.issues);
      }),
    );
  });

  it("waits, with those it is derived from, until something is read of it", () => {
    const inner = z.string();
    const derived = z.object({ inner }).extend({ other: inner.optional() }).describe("An object.");
    assert.ok(z.isPending(inner) && z.isPending(derived));
    assert.equal(derived.description, "An object.");
    assert.ok(!z.isPending(inner) && !z.isPending(derived));
  });

  it("contains constructed schemas, which are read without a detour", () => {
    const inner = z.string();
    const outer = z.constructed(z.object({ list: z.array(inner) }));
    const list = outer.shape.list;
    assert.equal(z.constructed(list), list);
    assert.equal(list.element, z.constructed(inner));
  });

  it("calls observers once, with the schema, whether they come before or after", () => {
    const seen: unknown[] = [];
    const schema = z.string();
    z.whenConstructed(schema, (one) => seen.push(one));
    assert.deepEqual(seen.slice(), []);
    const itself = z.constructed(schema);
    assert.equal(schema.safeParse("x").success, true);
    z.whenConstructed(schema, (one) => seen.push(one));
    assert.ok(seen.length === 2 && seen.every((one) => one === itself));
    const plain = zod.string();
    z.whenConstructed(plain, (one) => seen.push(one));
    assert.equal(seen[2], plain);
    assert.equal(z.constructed(plain), plain);
    assert.equal(z.isPending(plain), false);
  });

  it("may contain itself", () => {
    interface Tree {
      readonly children: readonly Tree[];
    }
    const tree: zod.ZodType<Tree> = z.object({ children: z.array(z.lazy(() => tree)) });
    assert.ok(tree.safeParse({ children: [{ children: [] }] }).success);
    assert.ok(!tree.safeParse({ children: [{}] }).success);
  });

  it("is an instance of the same classes, and has the same description in JSON Schema", () => {
    assert.ok(z.string() instanceof zod.ZodString);
    assert.ok(!(z.string() instanceof zod.ZodNumber));
    assert.ok("parse" in z.string());
    const options = { io: "input" } as const;
    assert.deepEqual(
      zod.toJSONSchema(z.constructed(declare(z)), options),
      zod.toJSONSchema(declare(zod), options),
    );
  });
});
