/** Tests the exact objects of the specification's section 2, and the consistency of their parts. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getCreateAddress, keccak256 } from "ethers";
import { estimateEveryRun } from "../support/cases/estimate-cases.js";
import { logCases } from "../support/cases/log-cases.js";
import { blockCases, chainCases, rawCases, transactionCases } from "../support/cases/read-cases.js";
import { stateCases } from "../support/cases/state-cases.js";
import {
  bloomOf,
  encodeHeader,
  encodeReceipt,
  listRoot,
  rawOf,
  sizeOf,
  workHash,
} from "../support/chain-checks/recompute.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { call } from "../support/rpc.js";
import {
  buildSampleChain,
  owner,
  type SampleChain,
  second,
} from "../support/scenes/sample-chain.js";
import { assertShape, extraKeys, shapes } from "../support/shape.js";
import type { Hex, WireBlock, WireLog, WireReceipt, WireTransaction } from "../support/wire.js";

const emptyUnclesHash = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";
const minimumGasPrice = 60_000_000n;

let node: RunningNode;
let sample: SampleChain;
before(async () => {
  node = await startLocalNode(["--mining", "manual"]);
  sample = await buildSampleChain(node.url);
});
after(() => node.stop());

const ask = <T>(method: string, ...params: readonly unknown[]) => call<T>(node.url, method, params);
const heights = () => sample.transactionCounts.keys();
const blockAt = (height: number) =>
  ask<WireBlock<WireTransaction>>("eth_getBlockByNumber", `0x${height.toString(16)}`, true);
const receiptsOf = (block: WireBlock<WireTransaction>) =>
  Promise.all(
    block.transactions.map(({ hash }) => ask<WireReceipt>("eth_getTransactionReceipt", hash)),
  );

describe("shape of a block", () => {
  it("is the specification's by number and by hash, with hashes or whole transactions", async () => {
    for (const height of heights()) {
      const number = `0x${height.toString(16)}`;
      const plain = await ask<WireBlock>("eth_getBlockByNumber", number);
      assertShape(plain, shapes.block, extraKeys.block);
      assert.equal(plain.number, number);
      assert.equal(plain.transactions.length, sample.transactionCounts[height]);
      assert.deepEqual(await ask("eth_getBlockByNumber", number, false), plain);
      assert.deepEqual(await ask("eth_getBlockByHash", plain.hash), plain);
      assert.deepEqual(await ask("eth_getBlockByHash", plain.hash, false), plain);
      const whole = await ask<WireBlock<WireTransaction>>("eth_getBlockByNumber", number, true);
      assertShape(whole, shapes.wholeBlock, extraKeys.block);
      assert.deepEqual(await ask("eth_getBlockByHash", plain.hash, true), whole);
      const transactions = whole.transactions.map(({ hash }) => hash);
      assert.deepEqual({ ...whole, transactions }, plain);
    }
  });

  it("has no number, hash and bloom while it is pending", async () => {
    const plain = await ask<WireBlock>("eth_getBlockByNumber", "pending");
    assertShape(plain, shapes.pendingBlock, extraKeys.block);
    assert.deepEqual(new Set(plain.transactions), new Set(sample.pending));
    const head = await ask<WireBlock>("eth_getBlockByNumber", "latest", false);
    assert.equal(plain.parentHash, head.hash);
    const whole = await ask("eth_getBlockByNumber", "pending", true);
    assertShape(whole, shapes.wholePendingBlock, extraKeys.block);
  });
});

describe("shape of a transaction and its receipt", () => {
  it("is the specification's for every mined type", async () => {
    const kinds = {
      "0x0": sample.legacy,
      "0x1": sample.withAccessList,
      "0x2": sample.deployment,
      "0x4": sample.delegation,
    };
    for (const [type, hash] of Object.entries(kinds)) {
      const tx = await ask<WireTransaction>("eth_getTransactionByHash", hash);
      assertShape(tx, shapes.transaction, extraKeys.transaction);
      assert.deepEqual([tx.type, tx.hash], [type, hash]);
      assert.equal(keccak256(rawOf(tx)), hash);
      const receipt = await ask<WireReceipt>("eth_getTransactionReceipt", hash);
      assertShape(receipt, shapes.receipt, extraKeys.receipt);
      for (const key of [
        "blockHash",
        "blockNumber",
        "transactionIndex",
        "from",
        "to",
        "type",
      ] as const) {
        assert.equal(receipt[key], tx[key], key);
      }
    }
    const legacy = await ask<WireTransaction>("eth_getTransactionByHash", sample.legacy);
    assert.ok(["0x61", "0x62"].includes(legacy.v), "v is 35 + 2 × 31 + parity");
  });

  it("has no position while it is pending, and no receipt", async () => {
    for (const hash of sample.pending) {
      const tx = await ask<WireTransaction>("eth_getTransactionByHash", hash);
      assertShape(tx, shapes.pendingTransaction, extraKeys.transaction);
      assert.equal(await ask("eth_getTransactionReceipt", hash), null);
    }
  });

  it("distinguishes success, failure and creation", async () => {
    const created = await ask<WireReceipt>("eth_getTransactionReceipt", sample.deployment);
    const address = getCreateAddress({ from: owner.address, nonce: 0 }).toLowerCase();
    assert.deepEqual([created.status, created.to, created.contractAddress], ["0x1", null, address]);
    const plain = await ask<WireReceipt>("eth_getTransactionReceipt", sample.withAccessList);
    assert.deepEqual([plain.status, plain.contractAddress], ["0x1", null]);
    assert.equal(plain.logs.length, 1);
    const failed = await ask<WireReceipt>("eth_getTransactionReceipt", sample.failed);
    assert.deepEqual([failed.status, failed.contractAddress, failed.logs], ["0x0", null, []]);
    assert.equal(BigInt(failed.effectiveGasPrice), minimumGasPrice + 3n);
  });
});

describe("a block's parts", () => {
  it("have the hashes of the header", async () => {
    for (const height of heights()) {
      const block = await blockAt(height);
      const receipts = await receiptsOf(block);
      assert.equal(block.transactionsRoot, await listRoot(block.transactions.map(rawOf)));
      assert.equal(block.receiptsRoot, await listRoot(receipts.map(encodeReceipt)));
      assert.equal(block.logsBloom, bloomOf(receipts.flatMap(({ logs }) => logs)));
      for (const { logs, logsBloom } of receipts) assert.equal(logsBloom, bloomOf(logs));
      assert.deepEqual([block.sha3Uncles, block.uncles], [emptyUnclesHash, []]);
      assert.equal(keccak256(encodeHeader(block)), block.hash);
      assert.equal(block.hashForMergedMining, workHash(block));
      assert.equal(Number(block.size), sizeOf(block));
    }
  });

  it("have consistent sums: gas, fees, difficulty, positions", async () => {
    let totalDifficulty = 0n;
    let parentHash = `0x${"00".repeat(32)}`;
    for (const height of heights()) {
      const block = await blockAt(height);
      const receipts = await receiptsOf(block);
      assert.equal(block.parentHash, parentHash);
      parentHash = block.hash;
      totalDifficulty += BigInt(block.difficulty);
      assert.equal(BigInt(block.totalDifficulty), totalDifficulty);
      assert.equal(block.cumulativeDifficulty, block.totalDifficulty);
      assertSums(block, receipts);
    }
  });

  it("pay the miner only their fees", async () => {
    for (const height of [1, 3, 4, 5]) {
      const { miner, paidFees } = await blockAt(height);
      const held = (at: number) => ask<Hex>("eth_getBalance", miner, `0x${at.toString(16)}`);
      const gained = BigInt(await held(height)) - BigInt(await held(height - 1));
      assert.equal(gained, BigInt(paidFees));
    }
  });
});

function assertSums(block: WireBlock<WireTransaction>, receipts: readonly WireReceipt[]): void {
  let gasUsed = 0n;
  let fees = 0n;
  let logIndex = 0n;
  for (const [index, receipt] of receipts.entries()) {
    const tx = block.transactions[index];
    gasUsed += BigInt(receipt.gasUsed);
    fees += BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
    assert.equal(BigInt(receipt.cumulativeGasUsed), gasUsed);
    assert.equal(Number(receipt.transactionIndex), index);
    assert.equal(Number(tx?.transactionIndex), index);
    assert.equal(receipt.transactionHash, tx?.hash);
    assert.equal(tx?.gasPrice, receipt.effectiveGasPrice);
    for (const log of receipt.logs) {
      assert.equal(BigInt(log.logIndex), logIndex++);
      assert.deepEqual(
        [log.transactionHash, log.transactionIndex, log.blockHash, log.blockNumber],
        [receipt.transactionHash, receipt.transactionIndex, block.hash, block.number],
      );
    }
  }
  assert.equal(BigInt(block.gasUsed), gasUsed);
  assert.equal(BigInt(block.paidFees), fees);
}

describe("shape of a notification", () => {
  it("is the specification's for headers and for logs", async () => {
    const socket = await JsonSocket.open(node.wsUrl);
    try {
      const heads = await socket.subscribe<Record<string, unknown>>("newHeads");
      const logs = await socket.subscribe<WireLog>("logs", { address: sample.token });
      await ask("evm_mine");
      const header = await heads.inbox.next();
      assertShape(header, shapes.header);
      const block: Record<string, unknown> = { ...(await blockAt(6)) };
      for (const [key, value] of Object.entries(header)) assert.deepEqual(value, block[key], key);
      const { removed, ...log } = await logs.inbox.next();
      assertShape({ removed, ...log }, shapes.removableLog);
      assert.equal(removed, false);
      const [kept] = await ask<WireLog[]>("eth_getLogs", { address: sample.token });
      assert.deepEqual(log, kept);
      for (const { jsonrpc, method, params } of socket.envelopes) {
        assert.deepEqual([jsonrpc, method], ["2.0", "eth_subscription"]);
        assert.deepEqual(Object.keys(params).sort(), ["result", "subscription"]);
      }
      assert.ok(BigInt(await ask<Hex>("eth_getBalance", second.address)) > 0n);
    } finally {
      await socket.close();
    }
  });
});

describe("methods", () => {
  const context = { urlOf: () => node.url, sampleOf: () => sample };
  describe("chain and client", () => chainCases(context));
  describe("accounts, calls and gas", () => stateCases(context));
  describe("blocks", () => blockCases(context));
  describe("transactions and receipts", () => transactionCases(context));
  describe("raw data and proofs", () => rawCases(context));
  describe("logs", () => logCases(context));
  describe("an estimate", () => estimateEveryRun(context));
});
