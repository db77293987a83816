import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hashToInteger, toDisplay } from "./hash.js";
import {
  decodeBitcoinHeader,
  encodeBitcoinHeader,
  hashBitcoinHeader,
  headerTimeOf,
  secondsAfter,
} from "./header.js";
import { targetFromBits } from "./target.js";

const genesis = Buffer.from(
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c" +
    "3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
  "hex",
);

test("Bitcoin's first header decodes, hashes as published and meets its target", () => {
  const header = decodeBitcoinHeader(genesis);
  assert.equal(header.version, 1);
  assert.equal(header.time, 1231006505);
  assert.equal(header.bits, 0x1d00ffff);
  assert.equal(header.nonce, 2083236893);
  assert.deepEqual(header.previousHash, new Uint8Array(32));
  assert.deepEqual(header.merkleRoot, new Uint8Array(genesis.subarray(36, 68)));
  const hash = hashBitcoinHeader(genesis);
  assert.equal(
    Buffer.from(toDisplay(hash)).toString("hex"),
    "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
  );
  assert.ok(hashToInteger(hash) <= targetFromBits(header.bits));
});

test("every header survives being written and read", () => {
  const u32 = fc.integer({ min: 0, max: 0xffffffff });
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const header = fc.record(
    {
      version: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      previousHash: hash,
      merkleRoot: hash,
      time: u32,
      bits: u32,
      nonce: u32,
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(header, (value) => {
      const bytes = encodeBitcoinHeader(value);
      assert.equal(bytes.length, 80);
      assert.deepEqual(decodeBitcoinHeader(bytes), value);
    }),
    { seed: 3, numRuns: 100 },
  );
});

test("a time after 2106 is written as its low 32 bits, and read as the nearest such time", () => {
  assert.equal(headerTimeOf(2 ** 32 - 1), 2 ** 32 - 1);
  assert.equal(headerTimeOf(2 ** 32), 0);
  const seconds = fc.integer({ min: 2 ** 31, max: 2 ** 52 });
  const apart = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(seconds, apart, (time, difference) => {
      const written = headerTimeOf(time + difference);
      assert.equal(BigInt(written), BigInt.asUintN(32, BigInt(time + difference)));
      assert.equal(secondsAfter(written, time), difference);
    }),
    {
      seed: 4,
      numRuns: 500,
      examples: [
        [2 ** 32 - 100, 200],
        [2 ** 32 + 100, -200],
      ],
    },
  );
});

test("a field out of its range is refused when a header is written", () => {
  const header = decodeBitcoinHeader(genesis);
  const wrong = [
    { ...header, version: -(2 ** 31) - 1 },
    { ...header, previousHash: new Uint8Array(33) },
    { ...header, time: 2 ** 32 },
    { ...header, nonce: -1 },
  ];
  for (const one of wrong) assert.throws(() => encodeBitcoinHeader(one), RangeError);
});

test("79 and 81 bytes are no header", () => {
  assert.throws(() => decodeBitcoinHeader(genesis.subarray(0, 79)));
  assert.throws(() => decodeBitcoinHeader(Buffer.concat([genesis, Buffer.alloc(1)])));
});
