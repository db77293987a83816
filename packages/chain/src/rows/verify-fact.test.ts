import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { StoredBlock } from "@tandem/primitives";
import { openSmallChain, type SmallChain, smallSpec, transfer } from "../testing/small-chain.js";
import {
  verifyBodyFact,
  verifyHashedFact,
  verifyHeaderFact,
  verifyLocation,
  verifyReceiptDetails,
  verifyReceiptsFact,
  verifySenders,
  verifyTotalDifficulty,
} from "./verify-fact.js";

let small: SmallChain;
let block: StoredBlock;

before(async () => {
  small = await openSmallChain("manual");
  await small.chain.submit(transfer(0, 0));
  await small.chain.submit(transfer(1, 0));
  block = await small.chain.miner.mine();
});
after(() => small.destroy());

/** Returns the same bytes with one bit changed. */
function flipped(bytes: Uint8Array, at = bytes.length - 1): Uint8Array {
  const copy = bytes.slice();
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
}

test("every fact of a block that was mined belongs to its key", () => {
  const { hash, header, transactions, receipts, totalDifficulty } = block;
  const genesis = small.chain.blocks.block(header.parentHash) as StoredBlock;
  assert.equal(verifyHeaderFact(hash, header, smallSpec), undefined);
  assert.equal(verifyHeaderFact(genesis.hash, genesis.header, smallSpec), undefined);
  assert.equal(verifyBodyFact(header, block), undefined);
  assert.equal(verifySenders(header, transactions, smallSpec), undefined);
  assert.equal(verifyReceiptsFact(header, receipts), undefined);
  assert.equal(verifyReceiptDetails(block), undefined);
  assert.equal(verifyTotalDifficulty(block, totalDifficulty, genesis.totalDifficulty), undefined);
  const location = { blockHash: hash, index: 1 };
  assert.equal(verifyLocation(transactions[1]?.hash as Uint8Array, location, block), undefined);
});

test("a header with one bit changed is refused, in what its hash covers and in the rest", () => {
  const { hash, header } = block;
  const rule = (changed: object) =>
    verifyHeaderFact(hash, { ...header, ...changed }, smallSpec)?.rule;
  assert.equal(rule({ stateRoot: flipped(header.stateRoot) }), "header/hash");
  assert.equal(rule({ number: header.number + 1 }), "header/hash");
  const proof = header.bitcoinMergedMiningMerkleProof;
  const longer = new Uint8Array([...proof, ...new Uint8Array(32)]);
  const coinbase = flipped(header.bitcoinMergedMiningCoinbaseTransaction);
  assert.match(rule({ bitcoinMergedMiningMerkleProof: longer }) ?? "", /^merged-mining\//);
  assert.match(
    rule({ bitcoinMergedMiningCoinbaseTransaction: coinbase }) ?? "",
    /^merged-mining\//,
  );
});

test("a body with another transaction, uncle or sender is refused", () => {
  const { header, transactions } = block;
  const [first, second] = transactions;
  assert.ok(first && second);
  const swapped = { transactions: [second, first], uncles: [] };
  assert.equal(verifyBodyFact(header, swapped)?.rule, "body/transactions-root");
  const uncled = { transactions, uncles: [header] };
  assert.equal(verifyBodyFact(header, uncled)?.rule, "body/uncles-hash");
  const other = [{ ...first, sender: flipped(first.sender) }];
  assert.equal(verifySenders(header, other, smallSpec)?.rule, "body/sender");
});

test("receipts that differ in anything they hold are refused", () => {
  const { header, receipts } = block;
  const [first, second] = receipts;
  assert.ok(first && second);
  const { logs } = first;
  const failed = [{ ...first, logs, isSuccess: false }, second];
  assert.equal(verifyReceiptsFact(header, failed)?.rule, "receipts/root");
  const dearer = { ...first, logs, effectiveGasPrice: 1n };
  assert.equal(
    verifyReceiptDetails({ ...block, receipts: [dearer, second] })?.rule,
    "receipts/price",
  );
  assert.equal(verifyReceiptDetails({ ...block, receipts: [first] })?.rule, "receipts/count");
  const creating = { ...first, logs, contractAddress: new Uint8Array(20) };
  const rule = verifyReceiptDetails({ ...block, receipts: [creating, second] })?.rule;
  assert.equal(rule, "receipts/contract-address");
});

test("a sum, a height, a place and hashed bytes are held against their keys", () => {
  const [first] = block.transactions;
  assert.ok(first);
  assert.equal(verifyTotalDifficulty(block, 7n, 1n)?.rule, "total-difficulty/sum");
  const place = { blockHash: block.hash, index: 1 };
  assert.equal(verifyLocation(first.hash, place, block)?.rule, "location/transaction");
  const beyond = { ...place, index: 9 };
  assert.equal(verifyLocation(first.hash, beyond, block)?.rule, "location/transaction");
  assert.equal(verifyHashedFact(first.hash, first.raw), undefined);
  assert.equal(verifyHashedFact(first.hash, flipped(first.raw))?.rule, "bytes/hash");
});
