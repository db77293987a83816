import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  bytesOfDigits,
  bytesOfHex,
  cutBytesOfHex,
  fromHex,
  hexDigits,
  hexDigitsBetween,
  toHex,
} from "./hex.js";

const pattern = /^0x(?:[0-9a-fA-F]{2})*$/;

test("exactly what the pattern accepts is read, as the runtime reads it", () => {
  const digit = fc.constantFrom(..."0123456789abcdefABCDEF");
  // The last ones are digits only in the low byte of their code.
  const odd = fc.constantFrom("g", " ", "x", "\n", "/", ":", "@", "G", "\0", "\u0131", "\uff11");
  const text = fc
    .tuple(
      fc.constantFrom("0x", "0x", "0x", "0X", "", "x0"),
      fc.array(fc.oneof({ weight: 60, arbitrary: digit }, { weight: 1, arbitrary: odd })),
    )
    .map(([prefix, characters]) => prefix + characters.join(""));
  let accepted = 0;
  fc.assert(
    fc.property(text, (value) => {
      const bytes = bytesOfHex(value);
      assert.equal(bytes !== undefined, pattern.test(value), JSON.stringify(value));
      assert.deepEqual(cutBytesOfHex(value), bytes);
      if (bytes === undefined) return;
      accepted++;
      assert.deepEqual(bytes, new Uint8Array(Buffer.from(value.slice(2), "hex")));
      assert.equal(toHex(bytes), value.toLowerCase());
    }),
    { numRuns: 3000, seed: 9 },
  );
  assert.ok(accepted > 500, `${accepted}`);
});

test("long text is read as the runtime reads it, wherever its pieces end", () => {
  for (const length of [32_767, 32_768, 32_769, 98_304, 98_305]) {
    const digits = Array.from({ length: 2 * length }, (_, i) => ((i * 7) % 16).toString(16)).join(
      "",
    );
    const expected = new Uint8Array(Buffer.from(digits, "hex"));
    for (const read of [bytesOfHex, cutBytesOfHex]) {
      assert.deepEqual(read(`0x${digits}`), expected);
      for (const at of [0, 65_535, 65_536, 2 * length - 1].filter((one) => one < 2 * length)) {
        const broken = `0x${digits.slice(0, at)}g${digits.slice(at + 1)}`;
        assert.equal(read(broken), undefined, `${length} bytes, at ${at}`);
      }
    }
  }
});

test("what is no hex is named in the error", () => {
  assert.throws(() => fromHex("0x123"), /^TypeError: not 0x-prefixed hex: 0x123$/);
  assert.throws(() => fromHex("0x1\u0131"), TypeError);
});

test("a part of bytes has its own digits", () => {
  assert.equal(hexDigitsBetween(Uint8Array.of(1, 0x2a, 0xff, 4), 1, 3), "2aff");
});

test("digits are read without a prefix", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      assert.deepEqual(bytesOfDigits(hexDigits(bytes)), bytes);
    }),
    { numRuns: 200, seed: 4 },
  );
});

test("what is cut from one piece stays what it was, and a piece is soon at its end", () => {
  const texts = Array.from({ length: 200 }, (_, i) => toHex(new Uint8Array((i * 7) % 500).fill(i)));
  const cut = texts.map((text) => cutBytesOfHex(text) as Uint8Array);
  assert.deepEqual(cut.map(toHex), texts);
  for (const { buffer, byteLength } of cut)
    assert.ok(buffer.byteLength <= 4096 || byteLength > 410);
  assert.ok(new Set(cut.map(({ buffer }) => buffer)).size < 120);
});
