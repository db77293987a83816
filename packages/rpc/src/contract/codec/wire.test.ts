import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BlockRef } from "@tandem/primitives";
import fc from "fast-check";
import * as z from "zod";
import * as ref from "./block-ref.js";
import * as wire from "./wire.js";

const plain = { noNullPrototype: true } as const;
const runs = { numRuns: 300, seed: 2 };
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const message = (schema: z.ZodType, value: unknown) =>
  z.safeDecode(schema, value as never).error?.issues[0]?.message ?? "";
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Asserts that values survive encoding and decoding. */
function roundTrips<T>(schema: z.ZodType<T>, values: fc.Arbitrary<T>) {
  fc.assert(
    fc.property(values, (value) => {
      assert.deepEqual(z.decode(schema, z.encode(schema, value) as never), value);
    }),
    runs,
  );
}

describe("a codec works in both directions", () => {
  it("for quantities", () => {
    roundTrips(wire.quantity, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }));
    roundTrips(wire.count, fc.integer({ min: 0, max: 2 ** 52 - 1 }));
  });

  it("for bytes", () => {
    roundTrips(wire.data, fc.uint8Array({ maxLength: 200 }));
    roundTrips(wire.address, bytes(20));
    roundTrips(wire.hash32, bytes(32));
    roundTrips(wire.storagePosition, bytes(32));
  });

  it("for block references", () => {
    const tag = fc.constantFrom("latest", "earliest", "pending", "safe", "finalized");
    const numberOrTag = fc.oneof(
      fc.record({ tag }, plain),
      fc.record({ number: fc.integer({ min: 0, max: 2 ** 52 - 1 }) }, plain),
    ) as fc.Arbitrary<BlockRef>;
    const hash = fc.record(
      { hash: bytes(32), requireCanonical: fc.boolean() },
      { ...plain, requiredKeys: ["hash"] },
    ) as fc.Arbitrary<BlockRef>;
    roundTrips(ref.blockNumber, numberOrTag);
    roundTrips(ref.blockRef, fc.oneof(numberOrTag, hash));
  });
});

describe("a quantity", () => {
  it("has no leading zeros and at least one digit", () => {
    for (const text of ["0x0", "0x1", "0xff", "0xFF", `0x${"f".repeat(64)}`]) {
      assert.ok(accepts(wire.quantity, text), text);
    }
    for (const text of ["0x", "0x00", "0x01", "1", "", "0xg", "-0x1", `0x1${"0".repeat(64)}`]) {
      assert.ok(!accepts(wire.quantity, text), text);
    }
    for (const value of [1, 1n, null, true, {}, [], undefined]) {
      assert.ok(!accepts(wire.quantity, value));
    }
  });

  it("that counts stays a safe integer", () => {
    assert.equal(z.decode(wire.count, "0xfffffffffffff"), 2 ** 52 - 1);
    assert.ok(!accepts(wire.count, "0x10000000000000"));
  });
});

describe("data", () => {
  it("has two digits for each byte", () => {
    for (const text of ["0x", "0x00", "0xAbCd"]) assert.ok(accepts(wire.data, text), text);
    for (const text of ["0x0", "00", "0xzz", "0x00 ", ""]) assert.ok(!accepts(wire.data, text));
  });

  it("of a fixed length has that length", () => {
    assert.ok(accepts(wire.address, `0x${"aB".repeat(20)}`));
    for (const length of [0, 19, 21]) {
      assert.ok(!accepts(wire.address, `0x${"ab".repeat(length)}`), String(length));
    }
  });

  it("is lower case when written", () => {
    const text = `0x${"aB".repeat(20)}`;
    assert.equal(z.encode(wire.address, z.decode(wire.address, text)), text.toLowerCase());
  });
});

describe("a storage position", () => {
  it("may have leading zeros or an odd number of digits, and fills 32 bytes", () => {
    const slot = (text: string) =>
      Buffer.from(z.decode(wire.storagePosition, text)).toString("hex");
    assert.equal(slot("0x0"), "0".repeat(64));
    assert.equal(slot("0x00"), "0".repeat(64));
    assert.equal(slot("0xabc"), "abc".padStart(64, "0"));
    assert.equal(slot(`0x${"12".repeat(32)}`), "12".repeat(32));
    assert.ok(!accepts(wire.storagePosition, "0x"));
    assert.ok(!accepts(wire.storagePosition, `0x${"0".repeat(65)}`));
  });
});

describe("a refused count", () => {
  it("is told the maximum, which a hex quantity can exceed", () => {
    for (const wrong of ["0xffffffffffffffff", "0x"]) {
      assert.match(message(wire.anyCount, wrong), /below 2\^53, or a hex quantity .*13 digits/);
    }
  });
});

describe("a block reference", () => {
  const hash = `0x${"12".repeat(32)}`;

  it("is a number or a tag everywhere", () => {
    for (const schema of [ref.blockNumber, ref.blockRef, ref.callBlock]) {
      assert.deepEqual(z.decode(schema, "0x10"), { number: 16 });
      assert.deepEqual(z.decode(schema, "pending"), { tag: "pending" });
      for (const wrong of ["0x", "0x01", "10", 10, "newest", "LATEST", "", null, []]) {
        assert.ok(!accepts(schema, wrong), JSON.stringify(wrong));
      }
    }
  });

  it("of another form is refused with every form that there is", () => {
    for (const wrong of ["newest", "0x01", "10", 10]) {
      for (const schema of [ref.blockNumber, ref.blockRef, ref.callBlock, ref.minedNumber]) {
        assert.match(message(schema, wrong), /^expected .*a hex block number.* latest, earliest/);
      }
      assert.match(message(ref.blockRef, wrong), /^expected a block hash, /);
    }
    assert.match(message(ref.callBlock, { blockHash: "0x12" }), /^expected a block hash: 32 bytes/);
  });

  it("is a hash only where a method permits it", () => {
    assert.deepEqual(z.decode(ref.blockRef, hash), { hash: new Uint8Array(32).fill(0x12) });
    assert.ok(!accepts(ref.callBlock, hash));
    assert.ok(!accepts(ref.blockNumber, hash));
  });

  it("may be an EIP-1898 object with one of number and hash", () => {
    for (const schema of [ref.blockRef, ref.callBlock]) {
      assert.deepEqual(z.decode(schema, { blockNumber: "0x2" }), { number: 2 });
      assert.deepEqual(z.decode(schema, { blockHash: hash, requireCanonical: true }), {
        hash: new Uint8Array(32).fill(0x12),
        requireCanonical: true,
      });
      assert.ok(!accepts(schema, { blockHash: hash, blockNumber: "0x2" }));
      assert.ok(!accepts(schema, {}));
      assert.ok(!accepts(schema, { blockHash: "0x12" }));
    }
    assert.ok(!accepts(ref.blockNumber, { blockNumber: "0x2" }));
  });
});
