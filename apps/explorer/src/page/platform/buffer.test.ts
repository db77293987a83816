import assert from "node:assert/strict";
import { Buffer as NodeBuffer } from "node:buffer";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Buffer } from "./buffer.js";

const bytes = fc.uint8Array({ maxLength: 40 });
const hexSlice = (of: typeof Buffer | typeof NodeBuffer, value: Uint8Array) =>
  (of.prototype as unknown as { hexSlice(start: number, end: number): string }).hexSlice.call(
    value,
    0,
    value.length,
  );

describe("the replacement of Buffer in a browser", () => {
  it("encodes bytes as Node's does", () => {
    fc.assert(
      fc.property(bytes, (value) => {
        for (const encoding of ["hex", "latin1", "ascii", "utf8"] as const) {
          const own = Buffer.from(value).toString(encoding);
          const expected = NodeBuffer.from(value).toString(encoding);
          // Node replaces malformed UTF-8 like browsers.
          assert.equal(own, expected, encoding);
        }
        assert.equal(hexSlice(Buffer, value), hexSlice(NodeBuffer, value));
      }),
    );
  });

  it("decodes text as Node's does, and malformed hex up to the first invalid pair", () => {
    const text = fc.oneof(
      fc.string(),
      bytes.map((value) => NodeBuffer.from(value).toString("hex")),
      fc.constantFrom("0", "0g", "abc", "ABcd", "00zz11"),
    );
    fc.assert(
      fc.property(text, (value) => {
        for (const encoding of ["hex", "latin1", "utf8"] as const) {
          const own = [...Buffer.from(value, encoding)];
          assert.deepEqual(own, [...NodeBuffer.from(value, encoding)], encoding);
        }
        assert.equal(Buffer.byteLength(value), NodeBuffer.byteLength(value));
      }),
    );
  });

  it("compares, joins and searches as Node's does", () => {
    const few = fc.uint8Array({ max: 2, maxLength: 12 });
    fc.assert(
      fc.property(few, few, (a, b) => {
        assert.equal(Buffer.compare(a, b), NodeBuffer.compare(a, b));
        assert.deepEqual([...Buffer.concat([a, b])], [...NodeBuffer.concat([a, b])]);
        if (b.length > 0) {
          const last = Buffer.from(a).lastIndexOf(b);
          assert.equal(last, NodeBuffer.from(a).lastIndexOf(b));
        }
      }),
    );
  });
});
