import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeBitcoinBlock, encodeBitcoinBlock } from "./block.js";
import { toDisplay } from "./hash.js";
import { merkleRoot } from "./merkle.js";
import {
  createCoinbase,
  decodeBitcoinTransaction,
  encodeBitcoinTransaction,
  encodeWitnessTransaction,
  transactionId,
} from "./transaction.js";

/** Bitcoin's first block: its header and its one transaction. */
const genesisBlock = Buffer.from(
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c" +
    "3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c010100000001000000000000" +
    "0000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d" +
    "65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e642062" +
    "61696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130" +
    "b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b" +
    "6bf11d5fac00000000",
  "hex",
);

test("Bitcoin's first block decodes to its coinbase, and encodes to the same bytes", () => {
  const block = decodeBitcoinBlock(genesisBlock);
  const [coinbase] = block.transactions;
  assert.ok(coinbase);
  assert.equal(coinbase.outputs[0]?.value, 5_000_000_000n);
  const id = transactionId(coinbase);
  assert.equal(
    Buffer.from(toDisplay(id)).toString("hex"),
    "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
  );
  assert.deepEqual(merkleRoot([id]), new Uint8Array(genesisBlock.subarray(36, 68)));
  assert.deepEqual(Buffer.from(encodeBitcoinBlock(block)), genesisBlock);
});

const u32 = fc.integer({ min: 0, max: 0xffffffff });
const script = fc.uint8Array({ maxLength: 300 });
const input = fc.record(
  {
    previousHash: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    previousIndex: u32,
    script,
    sequence: u32,
  },
  { noNullPrototype: true },
);
const output = fc.record(
  { value: fc.bigInt({ min: 0n, max: 2n ** 63n }), script },
  { noNullPrototype: true },
);
const transaction = fc.record(
  {
    version: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    inputs: fc.array(input, { minLength: 1, maxLength: 4 }),
    outputs: fc.array(output, { maxLength: 4 }),
    lockTime: u32,
  },
  { noNullPrototype: true },
);

test("every transaction survives being written and read", () => {
  fc.assert(
    fc.property(transaction, (tx) => {
      assert.deepEqual(decodeBitcoinTransaction(encodeBitcoinTransaction(tx)), tx);
    }),
    { seed: 5, numRuns: 100 },
  );
});

test("a field out of its range is refused when a transaction is written", () => {
  const tx = createCoinbase({ height: 1, extraNonce: new Uint8Array(8), outputs: [] });
  const [begin] = tx.inputs;
  assert.ok(begin);
  const output = { value: 0n, script: new Uint8Array() };
  const wrong = [
    { ...tx, version: 2 ** 31 },
    { ...tx, lockTime: -1 },
    { ...tx, inputs: [{ ...begin, sequence: 2 ** 32 }] },
    { ...tx, inputs: [{ ...begin, previousIndex: 0.5 }] },
    { ...tx, inputs: [{ ...begin, previousHash: new Uint8Array(31) }] },
    { ...tx, outputs: [{ ...output, value: -1n }] },
    { ...tx, outputs: [{ ...output, value: 2n ** 64n }] },
    { ...tx, outputs: [{ ...output, script: new Uint8Array(0x02000001) }] },
  ];
  for (const one of wrong) assert.throws(() => encodeBitcoinTransaction(one), RangeError);
});

test("a script is preceded by the shortest form of its length", () => {
  const tx = createCoinbase({ height: 1, extraNonce: new Uint8Array(8), outputs: [] });
  for (const [length, expected] of [
    [0xfc, "fc"],
    [0xfd, "fdfd00"],
    [0xffff, "fdffff"],
    [0x10000, "fe00000100"],
  ] as const) {
    const script = new Uint8Array(length).fill(0x51);
    const written = encodeBitcoinTransaction({ ...tx, outputs: [{ value: 1n, script }] });
    const end = written.length - 4 - length;
    const found = Buffer.from(written.subarray(end - expected.length / 2, end)).toString("hex");
    assert.equal(found, expected);
    assert.deepEqual(decodeBitcoinTransaction(written).outputs, [{ value: 1n, script }]);
  }
});

test("witnesses travel with a transaction and stay out of its identifier", () => {
  fc.assert(
    fc.property(transaction, fc.array(script, { maxLength: 3 }), (plain, items) => {
      const tx = { ...plain, witnesses: plain.inputs.map(() => items) };
      assert.deepEqual(decodeBitcoinTransaction(encodeWitnessTransaction(tx)), tx);
      assert.deepEqual(transactionId(tx), transactionId(plain));
    }),
    { seed: 6, numRuns: 50 },
  );
});

test("a count longer than it need be is refused", () => {
  const bytes = Buffer.from(
    `01000000fd0100${"00".repeat(32)}ffffffff00ffffffff00${"00".repeat(4)}`,
    "hex",
  );
  assert.throws(() => decodeBitcoinTransaction(bytes), /shorter form/);
});

test("the coinbase script begins with the height as BIP-34 writes it", () => {
  const heights = new Map([
    [1, "51"],
    [16, "60"],
    [17, "0111"],
    [127, "017f"],
    [128, "028000"],
    [227_836, "03fc7903"],
    [8_388_608, "0400008000"],
  ]);
  for (const [height, expected] of heights) {
    const tx = createCoinbase({ height, extraNonce: new Uint8Array(8), outputs: [] });
    const [begin] = tx.inputs;
    const hex = Buffer.from(begin?.script ?? []).toString("hex");
    assert.equal(hex, `${expected}08${"00".repeat(8)}`);
  }
});

test("a coinbase is final, and its script has at least two bytes", () => {
  const empty = { extraNonce: new Uint8Array(0), outputs: [] };
  const { inputs, lockTime } = createCoinbase({ ...empty, height: 1 });
  assert.deepEqual(inputs, [
    {
      previousHash: new Uint8Array(32),
      previousIndex: 0xffffffff,
      sequence: 0xffffffff,
      script: Uint8Array.of(0x51, 0),
    },
  ]);
  assert.equal(lockTime, 0);
});

test("a coinbase script has what a node requests, unless it has no space or needs a longer push", () => {
  const [longest, tooLong] = [new Uint8Array(75).fill(1), new Uint8Array(76).fill(2)];
  const extraNonce = new Uint8Array(8);
  const lengthWith = (...aux: Uint8Array[]) =>
    createCoinbase({ height: 1, extraNonce, outputs: [], aux }).inputs[0]?.script.length;
  assert.equal(lengthWith(), 10);
  assert.equal(lengthWith(tooLong), 10);
  assert.equal(lengthWith(tooLong, longest), 86);
  assert.equal(lengthWith(longest, longest, new Uint8Array(13)), 100);
  assert.equal(lengthWith(longest, new Uint8Array(14)), 86);
});

test("a transaction cut short anywhere is refused", () => {
  fc.assert(
    fc.property(transaction, fc.nat(), (tx, cut) => {
      const bytes = encodeBitcoinTransaction(tx);
      assert.throws(() => decodeBitcoinTransaction(bytes.subarray(0, cut % bytes.length)));
    }),
    { seed: 7, numRuns: 100 },
  );
});
