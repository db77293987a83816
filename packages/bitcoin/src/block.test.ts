import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeBlockStart, encodeBitcoinBlock } from "./block.js";
import { createCoinbase } from "./transaction.js";

const header = new Uint8Array(80).map((_, i) => i);
const coinbase = createCoinbase({
  height: 840_000,
  extraNonce: new Uint8Array(8),
  outputs: [{ value: 1n, script: Uint8Array.of(0x51) }],
});

test("the start of a block is read whatever comes after its coinbase", () => {
  const block = encodeBitcoinBlock({ header, transactions: [coinbase, coinbase, coinbase] });
  const cut = block.subarray(0, block.length - 20);
  for (const bytes of [block, cut]) {
    const start = decodeBlockStart(bytes);
    assert.deepEqual(start.header, header);
    assert.deepEqual(start.coinbase, coinbase);
  }
});

test("a coinbase with a witness is read as one", () => {
  const witnesses = [[new Uint8Array(32)]];
  const block = encodeBitcoinBlock({
    header,
    transactions: [{ ...coinbase, witnesses }, coinbase],
  });
  assert.deepEqual(decodeBlockStart(block).coinbase, { ...coinbase, witnesses });
});

test("bytes that end within the coinbase are refused", () => {
  const block = encodeBitcoinBlock({ header, transactions: [coinbase] });
  assert.throws(() => decodeBlockStart(block.subarray(0, block.length - 1)));
  assert.throws(() => decodeBlockStart(block.subarray(0, 79)));
  assert.throws(() => decodeBlockStart(new Uint8Array(0)));
});
