import assert from "node:assert/strict";
import { test } from "node:test";
import {
  emptyBytes,
  emptyTrieRoot,
  encodeBlock,
  type Header,
  unclesHash,
} from "@tandem/primitives";
import { requestGroups } from "./request-groups.js";

const zeros = new Uint8Array(32);

/** Returns the RLP of a block that used an amount of gas. */
function blockOf(gasUsed: bigint, extraData: Uint8Array = emptyBytes): Uint8Array {
  const header: Header = {
    parentHash: zeros,
    unclesHash: unclesHash([]),
    coinbase: new Uint8Array(20),
    stateRoot: emptyTrieRoot,
    transactionsRoot: emptyTrieRoot,
    receiptsRoot: emptyTrieRoot,
    logsBloom: new Uint8Array(256),
    difficulty: 1n,
    number: 1,
    gasLimit: 1_000_000_000n,
    gasUsed,
    timestamp: 1,
    extraData,
    paidFees: 0n,
    minimumGasPrice: 0n,
    uncleCount: 0,
    bitcoinMergedMiningHeader: emptyBytes,
    bitcoinMergedMiningMerkleProof: emptyBytes,
    bitcoinMergedMiningCoinbaseTransaction: emptyBytes,
  };
  return encodeBlock({ header, transactions: [], uncles: [] });
}

const sizesOf = (blocks: readonly Uint8Array[]) => {
  const groups = [...requestGroups(blocks)];
  assert.deepEqual(groups.flat(), blocks);
  return groups.map(({ length }) => length);
};

test("blocks that took much gas are imported in requests of their own", () => {
  const heavy = Array.from({ length: 5 }, () => blockOf(50_000_000n));
  assert.deepEqual(sizesOf(heavy), [2, 2, 1]);
  assert.deepEqual(sizesOf([blockOf(1n), blockOf(900_000_000n), blockOf(1n)]), [1, 1, 1]);
});

test("a request has a limited number of blocks and of bytes", () => {
  assert.deepEqual(sizesOf(Array.from({ length: 401 }, () => blockOf(0n))), [200, 200, 1]);
  const long = blockOf(0n, new Uint8Array(3_000_000));
  assert.deepEqual(sizesOf([long, long]), [1, 1]);
});

test("what is no block is left to the node", () => {
  assert.deepEqual(sizesOf([Uint8Array.of(0xc0), Uint8Array.of(1)]), [2]);
  assert.deepEqual(sizesOf([]), []);
});
