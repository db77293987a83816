import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeReceipt, fromHex, hashHeader, keccak256, toHex } from "@tandem/primitives";
import { ask, block, call, dispatcher, genesis } from "../testing/ask.js";
import { makeBlock, rawTransactions, transferLog } from "../testing/fake-backend.js";
import { requestText } from "../testing/serve.js";

const bytesOf = (value: unknown) => fromHex(String(value));

describe("a raw header", () => {
  it("is the bytes whose keccak-256 is the block hash, by hash, number and tag", async () => {
    const answers = await Promise.all([
      call("native_getRawBlockHeaderByHash", toHex(block.hash)),
      call("rsk_getRawBlockHeaderByHash", toHex(block.hash)),
      call("native_getRawBlockHeaderByNumber", "0x1"),
      call("native_getRawBlockHeaderByNumber", "latest"),
      call("debug_getRawHeader", "latest"),
    ]);
    for (const { result } of answers) assert.deepEqual(keccak256(bytesOf(result)), block.hash);
    const earliest = await call("native_getRawBlockHeaderByNumber", "earliest");
    assert.deepEqual(keccak256(bytesOf(earliest.result)), hashHeader(genesis.header));
  });
});

describe("a raw receipt", () => {
  it("is the value of the receipts trie", async () => {
    const [, second] = block.transactions;
    const [, receipt] = block.receipts;
    assert.ok(second && receipt);
    const { result } = await call("native_getRawTransactionReceiptByHash", toHex(second.hash));
    assert.equal(result, toHex(encodeReceipt(receipt)));
    const all = await call("debug_getRawReceipts", { blockHash: toHex(block.hash) });
    assert.deepEqual(
      all.result,
      block.receipts.map((one) => toHex(encodeReceipt(one))),
    );
  });

  it("is encoded while other work goes on, if the block has many logs", async () => {
    const logs = Array.from({ length: 2_000 }, (_, i) => transferLog(1, i));
    const [receipt] = makeBlock({
      parent: block,
      transactions: [[rawTransactions.legacy, logs]],
    }).receipts;
    assert.ok(receipt);
    let turns = 0;
    const turn = () => {
      turns++;
      immediate = setImmediate(turn);
    };
    let immediate = setImmediate(turn);
    const seen: number[] = [];
    const seenReceipts = Array.from({ length: 20 }, () => ({
      receipt: { ...receipt, logs: [] as readonly (typeof logs)[number][] },
    }));
    for (const { receipt: one } of seenReceipts) {
      Object.defineProperty(one, "logs", {
        get() {
          seen.push(turns);
          return logs;
        },
      });
    }
    const to = dispatcher({ blockReceipts: async () => seenReceipts as never });
    const { result } = await ask(requestText("debug_getRawReceipts", ["latest"]), to);
    clearImmediate(immediate);
    assert.deepEqual(
      result,
      seenReceipts.map(() => toHex(encodeReceipt(receipt))),
    );
    assert.ok((seen.at(-1) ?? 0) > (seen[0] ?? 0));
  });
});

describe("the nodes that prove a receipt", () => {
  it("lead from the receipts root down to the receipt, root first", async () => {
    const busy = makeBlock({
      parent: block,
      transactions: Array.from({ length: 20 }, (_, i) => [
        i === 7 ? rawTransactions.creation : rawTransactions.legacy,
        [transferLog(i + 1, i)],
      ]),
    });
    const to = dispatcher({
      blockReceipts: async () =>
        busy.receipts.map((receipt, transactionIndex) => ({
          transaction: busy.transactions[transactionIndex] ?? busy.transactions[0],
          inclusion: {
            blockHash: busy.hash,
            blockNumber: 2,
            transactionIndex,
            minimumGasPrice: 1n,
          },
          receipt,
          logsBefore: 0,
        })) as never,
    });
    const wanted = busy.transactions[7];
    const receipt = busy.receipts[7];
    assert.ok(wanted && receipt);
    const params = [toHex(busy.hash), toHex(wanted.hash)];
    const text = requestText("native_getTransactionReceiptNodesByHash", params);
    const nodes = ((await ask(text, to)).result as string[]).map(bytesOf);
    assert.deepEqual(keccak256(nodes[0] ?? new Uint8Array()), busy.header.receiptsRoot);
    for (const [i, node] of nodes.slice(1).entries()) {
      assert.ok(toHex(nodes[i] ?? new Uint8Array()).includes(toHex(keccak256(node)).slice(2)));
    }
    assert.ok(
      toHex(nodes.at(-1) ?? new Uint8Array()).includes(toHex(encodeReceipt(receipt)).slice(2)),
    );
    const alias = await ask(text.replace("native_", "rsk_"), to);
    assert.deepEqual((alias.result as string[]).map(bytesOf), nodes);
  });
});

describe("the raw data of debug_ methods", () => {
  it("is a block with full headers, and a transaction with its signature", async () => {
    const { result } = await call("debug_getRawBlock", "0x1");
    const size = ((await call("eth_getBlockByNumber", "0x1")).result as { size: string }).size;
    assert.equal(bytesOf(result).length, Number(size));
    const hash = toHex(block.transactions[0]?.hash ?? new Uint8Array());
    assert.equal((await call("debug_getRawTransaction", hash)).result, rawTransactions.legacy);
  });
});
