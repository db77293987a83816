import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Input, RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import { hasMoreItems, rlpListContent, rlpParts } from "./rlp-items.js";

const { nested } = fc.letrec<{ nested: Input }>((tie) => ({
  nested: fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    fc.array(tie("nested"), { maxLength: 5 }) as fc.Arbitrary<Input>,
  ),
}));

const countOf = (value: Input): number =>
  Array.isArray(value) ? 1 + value.reduce<number>((sum, one) => sum + countOf(one), 0) : 1;

describe("items of RLP", () => {
  it("are those that the library finds, with and without their prefixes", () => {
    fc.assert(
      fc.property(fc.array(nested, { maxLength: 8 }), (list) => {
        const parts = [...rlpParts(rlpListContent(RLP.encode(list)))];
        assert.equal(parts.length, list.length);
        for (const [i, { isList, encoded, content }] of parts.entries()) {
          assert.equal(isList, Array.isArray(list[i]));
          assert.deepEqual(Buffer.from(encoded), Buffer.from(RLP.encode(list[i])));
          if (!isList) assert.deepEqual(Buffer.from(content), Buffer.from(list[i] as Uint8Array));
        }
        const count = countOf(list);
        assert.equal(hasMoreItems(RLP.encode(list), count), false);
        assert.equal(hasMoreItems(RLP.encode(list), count - 1), true);
      }),
    );
  });

  it("are refused if the library refuses a flat list", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (bytes) => {
        const isRefused = (read: () => unknown) => {
          try {
            read();
            return false;
          } catch {
            return true;
          }
        };
        const flat = () => {
          const parts = [...rlpParts(rlpListContent(bytes))];
          if (parts.some(({ isList }) => isList)) throw new Error("not flat");
        };
        const library = () => {
          const list = RLP.decode(bytes);
          if (!Array.isArray(list) || list.some(Array.isArray)) throw new Error("not flat");
        };
        assert.equal(isRefused(flat), isRefused(library), Buffer.from(bytes).toString("hex"));
      }),
      { numRuns: 2_000 },
    );
  });
});
