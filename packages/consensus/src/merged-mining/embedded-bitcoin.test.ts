import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeBitcoinHeader,
  doubleSha256,
  foldBranch,
  hashBitcoinHeader,
  hashToInteger,
  headerBytes,
  regtestBits,
  resumeSha256,
  targetFromBits,
  toDisplay,
  toInternal,
} from "@tandem/bitcoin";
import { isEqual, sha256, type Work } from "@tandem/primitives";
import { targetOf } from "../difficulty.js";
import { neverAborted } from "../testing/sealed-chain.js";
import { compressCoinbase, splitCoinbase, taggedHash, tagScript } from "./coinbase.js";
import { createEmbeddedBitcoin } from "./embedded-bitcoin.js";
import { grind } from "./grind.js";

const workOf = (difficulty: bigint, fill = 7): Work => ({
  hashForMergedMining: new Uint8Array(32).fill(fill),
  target: targetOf(difficulty),
  timestamp: 1_700_000_000 + fill,
  parentHash: new Uint8Array(32),
  paidFees: 0n,
});

test("the chain begins at the genesis of Bitcoin's regression-test network", () => {
  const { tip, height } = createEmbeddedBitcoin();
  assert.equal(height, 0);
  assert.equal(
    Buffer.from(toDisplay(hashBitcoinHeader(tip))).toString("hex"),
    "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
  );
});

test("each block is linked to the one before, carries the tag, and meets both targets", async () => {
  const bitcoin = createEmbeddedBitcoin();
  for (let height = 1; height <= 20; height++) {
    const before = bitcoin.tip;
    const work = workOf(1n, height);
    const proof = await bitcoin.seal(work, neverAborted);
    assert.equal(bitcoin.height, height);
    assert.deepEqual(bitcoin.tip, proof.bitcoinMergedMiningHeader);

    const header = decodeBitcoinHeader(bitcoin.tip);
    assert.ok(isEqual(header.previousHash, hashBitcoinHeader(before)));
    assert.equal(header.time, work.timestamp);
    const value = hashToInteger(hashBitcoinHeader(bitcoin.tip));
    assert.ok(value <= work.target && value <= targetFromBits(regtestBits));

    const branch = proof.bitcoinMergedMiningMerkleProof;
    assert.equal(branch.length, 64, "four transactions make a branch of two");
    const coinbase = splitCoinbase(proof.bitcoinMergedMiningCoinbaseTransaction);
    assert.ok(coinbase);
    assert.equal(coinbase.midstate.count, 64);
    assert.deepEqual(taggedHash(coinbase.tail), work.hashForMergedMining);
    const id = sha256(resumeSha256(coinbase.midstate, coinbase.tail));
    const siblings = [branch.subarray(0, 32), branch.subarray(32)].map(toInternal);
    assert.deepEqual(foldBranch(id, siblings), header.merkleRoot);
  }
});

test("a chain that is given its tip goes on from there", async () => {
  const first = createEmbeddedBitcoin();
  await first.seal(workOf(1n), neverAborted);
  const { tip, height } = first;
  const second = createEmbeddedBitcoin({ tip, height });
  await second.seal(workOf(1n), neverAborted);
  assert.equal(second.height, 2);
  assert.ok(isEqual(decodeBitcoinHeader(second.tip).previousHash, hashBitcoinHeader(tip)));
  assert.throws(() => createEmbeddedBitcoin({ tip: tip.subarray(1) }), RangeError);
});

test("the search finds the first nonce that a plain search finds", async () => {
  for (let salt = 0; salt < 10; salt++) {
    const header = new Uint8Array(headerBytes).fill(salt + 1);
    const target = targetOf(2000n);
    const found = await grind({ header, target, signal: neverAborted });
    const plain = new Uint8Array(header);
    let nonce = 0;
    do new DataView(plain.buffer).setUint32(76, nonce++, true);
    while (hashToInteger(doubleSha256(plain)) > target);
    assert.deepEqual(found, plain);
  }
});

test("an aborted search stops with the signal's reason and leaves the chain as it was", async () => {
  const bitcoin = createEmbeddedBitcoin();
  const stop = new AbortController();
  const sealing = bitcoin.seal(workOf(1n << 200n), stop.signal);
  setImmediate(() => stop.abort(new Error("new work")));
  await assert.rejects(sealing, /new work/);
  assert.equal(bitcoin.height, 0);
});

test("the event loop turns while a nonce is searched", async () => {
  const stop = new AbortController();
  let turns = 0;
  const tick = () => {
    turns++;
    if (turns < 5) setImmediate(tick);
    else stop.abort(new Error("enough"));
  };
  setImmediate(tick);
  await assert.rejects(createEmbeddedBitcoin().seal(workOf(1n << 200n), stop.signal), /enough/);
  assert.equal(turns, 5);
});

test("a compressed coinbase finishes to the hash of the whole, wherever the tag stands", () => {
  const tag = tagScript(new Uint8Array(32).fill(5));
  for (let before = 0; before < 200; before++) {
    const coinbase = Buffer.concat([Buffer.alloc(before, 1), tag, Buffer.alloc(4)]);
    const split = splitCoinbase(compressCoinbase(coinbase));
    assert.ok(split);
    assert.ok(split.tail.length - 32 - 9 - 4 < 64 + 2);
    assert.deepEqual(resumeSha256(split.midstate, split.tail), sha256(coinbase));
  }
});
