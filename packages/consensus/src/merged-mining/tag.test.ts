import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createCoinbase,
  encodeBitcoinBlock,
  encodeBitcoinHeader,
  encodeBitcoinTransaction,
} from "@tandem/bitcoin";
import { concat, fromHex } from "@tandem/primitives";
import { readObservedBlock } from "../fork-monitor/observed-block.js";
import { tagScript } from "./coinbase.js";
import { decodeForkTag, readForkTag } from "./tag.js";

const prefix = "000102030405060708090a0b0c0d0e0f10111213";
const hash = fromHex(`0x${prefix}a1a2a3a4a5a6a7ff00445b61`);
const tag = {
  prefix: fromHex(`0x${prefix}`),
  vector: fromHex("0xa1a2a3a4a5a6a7"),
  uncles: 255,
  height: 0x00445b61,
};
const other = new Uint8Array(32).fill(9);
const filling = new Uint8Array(100).fill(0x52);

test("a tag is 20 bytes of hash, 7 of vector, the uncles, and the height big-endian", () => {
  assert.deepEqual(decodeForkTag(hash), tag);
  assert.throws(() => decodeForkTag(hash.subarray(1)), RangeError);
});

test("of several tags in a coinbase the last counts, wherever it stands", () => {
  const two = concat(filling, tagScript(other), filling, tagScript(hash), filling);
  assert.deepEqual(readForkTag(two), tag);
  assert.deepEqual(readForkTag(tagScript(hash)), tag);
});

test("a coinbase without a tag, or with one that is cut short, has none", () => {
  assert.equal(readForkTag(filling), undefined);
  assert.equal(readForkTag(new Uint8Array(0)), undefined);
  assert.equal(readForkTag(concat(filling, tagScript(hash).subarray(0, 42))), undefined);
});

test("a block's tag is its coinbase's, not that of another transaction or of a witness", () => {
  const output = (script: Uint8Array) => ({ value: 0n, script });
  const extraNonce = new Uint8Array(4);
  const tagged = createCoinbase({ height: 9, extraNonce, outputs: [output(tagScript(hash))] });
  const plain = createCoinbase({ height: 9, extraNonce, outputs: [output(filling)] });
  const header = encodeBitcoinHeader({
    version: 1,
    previousHash: new Uint8Array(32).fill(1),
    merkleRoot: new Uint8Array(32),
    time: 1_700_000_000,
    bits: 0x207fffff,
    nonce: 5,
  });
  const tagOf = (coinbase: typeof plain) => {
    const bytes = encodeBitcoinBlock({ header, transactions: [coinbase, tagged] });
    const { time, height, hash, previousHash, tag: found } = readObservedBlock(7, bytes);
    assert.deepEqual([time, height, hash.length], [1_700_000_000, 7, 32]);
    assert.deepEqual(previousHash, new Uint8Array(32).fill(1));
    return found;
  };
  assert.deepEqual(tagOf(tagged), tag);
  assert.equal(tagOf(plain), undefined);
  assert.equal(tagOf({ ...plain, witnesses: [[tagScript(hash)]] }), undefined);
  assert.deepEqual(readForkTag(encodeBitcoinTransaction(tagged)), tag);
  assert.throws(() => readObservedBlock(7, header));
});
