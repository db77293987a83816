import assert from "node:assert/strict";
import { test } from "node:test";
import { RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import { keccak256 } from "../bytes/hash.js";
import { timestampMax } from "../spec/limits.js";
import { decodeBlockHeaders, decodeHeader, headerFromFields } from "./decode-header.js";
import {
  encodeHeader,
  encodeHeaderForHash,
  encodeHeaderForWork,
  type Header,
  type HeaderExtension,
  hashHeader,
  headerFields,
  toSignedBytes,
} from "./header.js";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const some = (maxLength: number) => fc.uint8Array({ maxLength });
const amount = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
const count = fc.maxSafeNat();

const common = fc.record(
  {
    parentHash: bytes(32),
    unclesHash: bytes(32),
    coinbase: bytes(20),
    stateRoot: bytes(32),
    transactionsRoot: bytes(32),
    receiptsRoot: bytes(32),
    logsBloom: bytes(256),
    difficulty: amount,
    number: count,
    gasLimit: amount,
    gasUsed: amount,
    timestamp: fc.maxSafeNat().map((seconds) => seconds % (timestampMax + 1)),
    extraData: some(32),
    paidFees: amount,
    minimumGasPrice: amount,
    uncleCount: fc.nat(300),
    bitcoinMergedMiningHeader: some(80),
    bitcoinMergedMiningMerkleProof: some(96),
    bitcoinMergedMiningCoinbaseTransaction: some(200),
  },
  { noNullPrototype: true },
);

const extension: fc.Arbitrary<HeaderExtension> = fc.oneof(
  some(6).map((edges) => ({ version: 1, edges }) as const),
  fc
    .tuple(some(6), some(9))
    .map(([edges, baseEvent]) => ({ version: 2, edges, baseEvent }) as const),
);

/** Headers of every form, each with its number of fields. */
const anyHeader: fc.Arbitrary<readonly [Header, number]> = fc.oneof(
  common.map((header) => [header, 19] as const),
  fc.tuple(common, some(20)).map(([header, ummRoot]) => [{ ...header, ummRoot }, 20] as const),
  fc
    .tuple(common, some(20), extension)
    .map(
      ([header, ummRoot, ext]) =>
        [{ ...header, ummRoot, extension: ext }, 21 + ext.version] as const,
    ),
);

test("every form of header survives being written and read", () => {
  fc.assert(
    fc.property(anyHeader, ([header, fieldCount]) => {
      const encoded = encodeHeader(header);
      assert.equal((RLP.decode(encoded) as Uint8Array[]).length, fieldCount);
      assert.deepEqual(decodeHeader(encoded), header);
    }),
    { seed: 41, numRuns: 200 },
  );
});

test("the hashed forms leave out what miners do not commit to", () => {
  fc.assert(
    fc.property(anyHeader, ([header]) => {
      const full = RLP.decode(encodeHeader(header)) as Uint8Array[];
      const forHash = RLP.decode(encodeHeaderForHash(header)) as Uint8Array[];
      const forWork = RLP.decode(encodeHeaderForWork(header)) as Uint8Array[];
      assert.equal(forWork.length, header.ummRoot === undefined ? 16 : 17);
      assert.equal(forHash.length, forWork.length + 1);
      assert.deepEqual(forHash.at(-1), header.bitcoinMergedMiningHeader);
      assert.deepEqual(hashHeader(header), keccak256(encodeHeaderForHash(header)));
      for (const [i, field] of forWork.entries()) {
        if (i !== 6 || header.extension === undefined) assert.deepEqual(field, full[i]);
      }
    }),
    { seed: 42, numRuns: 100 },
  );
});

test("an extension's digest stands in the place of the bloom, 35 bytes of it", () => {
  const [header] = fc.sample(common, { seed: 43, numRuns: 1 });
  assert.ok(header);
  const edges = Uint8Array.of(3, 0);
  const extended: Header = {
    ...header,
    ummRoot: new Uint8Array(0),
    extension: { version: 1, edges },
  };
  const field = (RLP.decode(encodeHeaderForHash(extended)) as Uint8Array[])[6];
  const digest = keccak256(RLP.encode([keccak256(header.logsBloom), edges]));
  assert.deepEqual(field, RLP.encode([Uint8Array.of(1), digest]));
  assert.equal(field?.length, 35);
});

test("signed integers have a zero byte before a set top bit, and zero is one zero byte", () => {
  assert.deepEqual(toSignedBytes(0n), Uint8Array.of(0));
  assert.deepEqual(toSignedBytes(0x7fn), Uint8Array.of(0x7f));
  assert.deepEqual(toSignedBytes(0x80n), Uint8Array.of(0, 0x80));
  assert.deepEqual(toSignedBytes(10_000_000n), Uint8Array.of(0, 0x98, 0x96, 0x80));
  assert.deepEqual(toSignedBytes(6_800_000n), Uint8Array.of(0x67, 0xc2, 0x80));
});

test("a second encoding of a number, a field of the wrong length or number is refused", () => {
  const [header] = fc.sample(common, { seed: 44, numRuns: 1 });
  assert.ok(header);
  const fields = headerFields({
    ...header,
    ummRoot: new Uint8Array(0),
    gasUsed: 5n,
    uncleCount: 0,
  });
  const withField = (i: number, value: Uint8Array) =>
    fields.map((field, at) => (at === i ? value : field));
  assert.equal(headerFromFields(fields).gasUsed, 5n);
  const wrong = [
    withField(10, Uint8Array.of(0, 5)),
    withField(15, Uint8Array.of(0)),
    withField(14, Uint8Array.of()),
    withField(7, Uint8Array.of(0x80)),
    withField(8, new Uint8Array(9).fill(1)),
    withField(0, new Uint8Array(31)),
    withField(2, new Uint8Array(0)),
    withField(6, new Uint8Array(255)),
    fields.slice(0, 18),
    [...fields, new Uint8Array(0)],
    [...fields, new Uint8Array(0), new Uint8Array(0)],
  ];
  for (const each of wrong) assert.throws(() => headerFromFields(each), TypeError);
  assert.throws(() => decodeHeader(RLP.encode([fields])), TypeError);
  assert.throws(() => decodeHeader(Uint8Array.of(0x80)), TypeError);
  assert.throws(() => decodeHeader(Uint8Array.of(0xf9, 1)), TypeError);
});

test("a block is a header and two lists", () => {
  const [header] = fc.sample(common, { seed: 44, numRuns: 1 });
  assert.ok(header);
  const fields = headerFields({ ...header, ummRoot: new Uint8Array(0) });
  const empty = new Uint8Array(0);
  assert.deepEqual(decodeBlockHeaders(RLP.encode([fields, [], []])).uncles, []);
  for (const wrong of [
    [fields, empty, []],
    [fields, [], empty],
    [empty, [], []],
    [fields, []],
  ]) {
    assert.throws(() => decodeBlockHeaders(RLP.encode(wrong)), TypeError);
  }
});
