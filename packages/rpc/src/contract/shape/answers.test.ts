import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeBlock, fromHex, toHex } from "@tandem/primitives";
import * as z from "zod";
import type { ShownBlock } from "../../backend/chain-api.js";
import { makeBlock, rawTransactions, signed, transferLog } from "../../testing/fake-backend.js";
import { blockLogsOf } from "../../testing/fake-chain.js";
import { addressOf, hashOf } from "../../testing/fake-values.js";
import { writerOf } from "../codec/writer.js";
import { block, showBlock } from "./block.js";
import { newHead, showHead } from "./header.js";
import { log, logsOf, showLog } from "./log.js";
import { LogBytes } from "./log-bytes.js";
import { receipt, showReceipt } from "./receipt.js";
import { showTransaction, transaction } from "./transaction.js";

type Json = Record<string, unknown>;
const written = <S extends z.ZodType>(schema: S, value: z.output<S>) =>
  JSON.parse(writerOf(schema)(value)) as Json;

const words = (text: string) => text.trim().split(/\s+/);

/** Specification section 2, in its order. */
const blockFields = words(`number hash parentHash sha3Uncles logsBloom transactionsRoot stateRoot
  receiptsRoot miner difficulty totalDifficulty extraData size gasLimit gasUsed timestamp transactions
  uncles minimumGasPrice bitcoinMergedMiningHeader bitcoinMergedMiningCoinbaseTransaction
  bitcoinMergedMiningMerkleProof hashForMergedMining paidFees cumulativeDifficulty`);
const transactionFields = words(`hash nonce blockHash blockNumber transactionIndex from to gas
  gasPrice value input v r s type`);
const receiptFields = words(`transactionHash transactionIndex blockHash blockNumber contractAddress
  cumulativeGasUsed effectiveGasPrice gasUsed logs logsBloom status from to type`);
const logFields = words(`logIndex transactionIndex transactionHash blockHash blockNumber address
  data topics`);
const headFields = words(`difficulty extraData gasLimit gasUsed logsBloom miner number parentHash
  receiptsRoot sha3Uncles stateRoot timestamp transactionsRoot hash`);

const genesis = makeBlock({});
const stored = makeBlock({
  parent: genesis,
  transactions: [
    [rawTransactions.legacy, [transferLog(1, 10)]],
    [rawTransactions.feeMarket, [transferLog(2, 10, 20), transferLog(1)]],
  ],
});
const shown: ShownBlock = { ...stored, hashForMergedMining: hashOf(9) };

describe("a block", () => {
  it("has the specification's fields in its order, then three that clients need", () => {
    const json = written(block, showBlock(shown, false));
    assert.deepEqual(Object.keys(json), [...blockFields, "baseFeePerGas", "mixHash", "nonce"]);
    assert.equal(json.baseFeePerGas, json.minimumGasPrice);
    assert.equal(json.cumulativeDifficulty, json.totalDifficulty);
    assert.equal(json.size, `0x${encodeBlock(stored).length.toString(16)}`);
    assert.equal(json.number, "0x1");
    assert.equal(json.extraData, "0x");
  });

  it("lists transactions as hashes or objects, and objects have their position", () => {
    const hashes = stored.transactions.map((tx) => toHex(tx.hash));
    assert.deepEqual(written(block, showBlock(shown, false)).transactions, hashes);
    const full = written(block, showBlock(shown, true)).transactions as Json[];
    assert.deepEqual(
      full.map((tx) => tx.hash),
      hashes,
    );
    assert.deepEqual(
      full.map((tx) => tx.transactionIndex),
      ["0x0", "0x1"],
    );
    for (const tx of full) assert.equal(tx.blockHash, toHex(stored.hash));
  });

  it("that is pending has no number, hash and bloom, and its transactions have no position", () => {
    const json = written(block, showBlock({ ...shown, hash: undefined }, true));
    const nulls = Object.keys(json).filter((key) => json[key] === null);
    assert.deepEqual(nulls, ["number", "hash", "logsBloom"]);
    const [tx] = json.transactions as Json[];
    assert.deepEqual([tx?.blockHash, tx?.blockNumber, tx?.transactionIndex], [null, null, null]);
  });
});

describe("a transaction", () => {
  const inclusion = {
    blockHash: hashOf(5),
    blockNumber: 7,
    blockTimestamp: 1_700_000_000,
    transactionIndex: 2,
    minimumGasPrice: 60_000_000n,
  };
  const shownOf = (raw: string, isMined = true) =>
    written(
      transaction,
      showTransaction({ transaction: signed(raw), inclusion: isMined ? inclusion : undefined }),
    );

  it("of type 0 has only the specification's fields, and v with the chain id in it", () => {
    const json = shownOf(rawTransactions.legacy);
    assert.deepEqual(Object.keys(json), transactionFields);
    assert.equal(json.type, "0x0");
    assert.equal(json.v, "0x62");
    assert.equal(json.blockNumber, "0x7");
  });

  it("that creates a contract goes to null", () => {
    assert.equal(shownOf(rawTransactions.creation).to, null);
  });

  it("of a later type adds the fields of that type", () => {
    const keysOf = (raw: string) => Object.keys(shownOf(raw)).slice(transactionFields.length);
    const fees = ["maxFeePerGas", "maxPriorityFeePerGas"];
    assert.deepEqual(keysOf(rawTransactions.accessList), ["chainId", "yParity", "accessList"]);
    assert.deepEqual(keysOf(rawTransactions.feeMarket), [
      "chainId",
      "yParity",
      ...fees,
      "accessList",
    ]);
    assert.deepEqual(keysOf(rawTransactions.setCode), [
      "chainId",
      "yParity",
      ...fees,
      "accessList",
      "authorizationList",
    ]);
  });

  it("shows an access list and authorizations as they were signed", () => {
    const to = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
    assert.deepEqual(shownOf(rawTransactions.accessList).accessList, [
      { address: to, storageKeys: [`0x${"0".repeat(63)}1`] },
    ]);
    const [authorization] = shownOf(rawTransactions.setCode).authorizationList as Json[];
    assert.deepEqual(authorization, {
      chainId: "0x1f",
      address: to,
      nonce: "0x0",
      yParity: "0x1",
      r: "0x6469285cbb40ec2f03299ea89d3c4fe4a7a3eae78c572951a7d5d61781aeded7",
      s: "0x2a2f94a5434ef33761b4f68f162f954deb3613ae1013adcc1367c977970d2814",
    });
  });

  it("of type 2 costs its effective price when mined and at most its cap before", () => {
    assert.equal(BigInt(shownOf(rawTransactions.feeMarket).gasPrice as string), 61_000_000n);
    const pending = shownOf(rawTransactions.feeMarket, false);
    assert.equal(BigInt(pending.gasPrice as string), 100_000_000n);
    assert.equal(pending.blockHash, null);
  });

  it("has r and s of 32 bytes even when they begin with zeros", () => {
    const short = signed(rawTransactions.legacy);
    const fields = Object.create(short.fields, { r: { value: 1n } });
    const json = written(
      transaction,
      showTransaction({ transaction: { ...short, fields }, inclusion: undefined }),
    );
    assert.equal(json.r, `0x${"0".repeat(63)}1`);
  });
});

describe("a receipt", () => {
  const of = (index: number) => {
    const [tx, found] = [stored.transactions[index], stored.receipts[index]];
    assert.ok(tx && found);
    return { transaction: tx, receipt: found };
  };
  const inclusion = {
    blockHash: stored.hash,
    blockNumber: 1,
    blockTimestamp: stored.header.timestamp,
    transactionIndex: 1,
    minimumGasPrice: 60_000_000n,
  };

  it("has the specification's fields, with status and never root", () => {
    const json = written(receipt, showReceipt({ ...of(1), inclusion, logsBefore: 1 }));
    assert.deepEqual(Object.keys(json), receiptFields);
    assert.equal(json.status, "0x1");
    assert.equal(json.contractAddress, null);
    assert.equal(json.type, "0x2");
    assert.deepEqual(
      (json.logs as Json[]).map((one) => one.logIndex),
      ["0x1", "0x2"],
    );
  });

  it("of a failed creation has the status of a failure", () => {
    const { transaction: tx, receipt: found } = of(0);
    const failed = { ...found, isSuccess: false, contractAddress: addressOf(3), logs: [] };
    const creation = signed(rawTransactions.creation);
    const json = written(
      receipt,
      showReceipt({ transaction: creation, receipt: failed, inclusion, logsBefore: 0 }),
    );
    assert.equal(json.status, "0x0");
    assert.equal(json.to, null);
    assert.equal(json.contractAddress, toHex(addressOf(3)));
    assert.equal(json.from, toHex(tx.sender));
  });
});

describe("a log", () => {
  it("counts its index through the whole block", () => {
    const indexes = [...logsOf(stored)].map((one) => [one.transactionIndex, one.logIndex]);
    assert.deepEqual(indexes, [
      [0, 0],
      [1, 1],
      [1, 2],
    ]);
  });

  it("is written by hand as the codec writes it, however many there are", () => {
    const long = { ...transferLog(3, 4), data: new Uint8Array(300_000).fill(0xab) };
    const other = makeBlock({
      parent: stored,
      transactions: [[rawTransactions.legacy, [transferLog(1), long]]],
    });
    const text = new LogBytes();
    const extrasOf = [{}, { blockTimestamp: 1_700_000_000, removed: false }, { removed: false }];
    const expected: string[] = [];
    for (const block of [stored, other, ...Array.from({ length: 300 }, () => stored)]) {
      const view = blockLogsOf(block);
      for (const [i, located] of [...logsOf(block)].entries()) {
        const extras = extrasOf[expected.length % extrasOf.length];
        if (i % 3 !== 2) text.add({ logs: view, positions: [i] }, extras);
        else text.addLocated(located, extras);
        expected.push(JSON.stringify(z.encode(log, showLog(located, extras))));
      }
    }
    const written = text.finish();
    assert.equal(written.toString(), `[${expected.join(",")}]`);
    assert.equal(written.length, Buffer.byteLength(written.toString()));
    assert.ok([...written.pieces(false)].length > 2, "more than one piece");
    let reused = "";
    for (const piece of written.pieces(true)) reused += Buffer.from(piece).toString();
    assert.equal(reused, written.toString());
    assert.deepEqual(Object.keys(JSON.parse(written.toString())[0]), logFields);
    assert.equal(new LogBytes().finish().toString(), "[]");
  });

  it("is written with all digits of its block's number", () => {
    for (const number of [0, 15, 16, 255, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 36, 2 ** 53 - 1]) {
      const view = blockLogsOf({ ...stored, header: { ...stored.header, number } });
      const text = new LogBytes();
      text.add({ logs: view, positions: [0] });
      const written = text.finish().toString();
      assert.equal(JSON.parse(written)[0].blockNumber, `0x${number.toString(16)}`);
      assert.equal(text.length, written.length);
    }
  });
});

describe("a head", () => {
  it("has exactly the fourteen fields of the notification", () => {
    const json = written(newHead, showHead(stored.header, stored.hash));
    assert.deepEqual(Object.keys(json), headFields);
    assert.equal(json.hash, toHex(stored.hash));
    assert.deepEqual(fromHex(json.miner as string), stored.header.coinbase);
  });
});
