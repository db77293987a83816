import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toHex } from "@tandem/primitives";
import { address, ask, block, call, dispatcher } from "../testing/ask.js";
import { rawTransactions, signed } from "../testing/fake-backend.js";
import { hashOf } from "../testing/fake-values.js";
import { requestText } from "../testing/serve.js";

describe("a method", () => {
  it("return null for what does not exist", async () => {
    const unknown = toHex(hashOf(0xee));
    const calls: [string, ...unknown[]][] = [
      ["eth_getBalance", address, "0x63"],
      ["eth_getBalance", address, unknown],
      ["eth_getCode", address, { blockHash: unknown }],
      ["eth_getStorageAt", address, "0x0", "0x63"],
      ["eth_getStorageValues", { [address]: ["0x0"] }, "0x63"],
      ["eth_getTransactionCount", address, "0x63"],
      ["eth_getBlockByHash", unknown],
      ["eth_getBlockByNumber", "0x63", true],
      ["eth_getBlockTransactionCountByHash", unknown],
      ["eth_getBlockTransactionCountByNumber", "0x63"],
      ["eth_getUncleCountByBlockHash", unknown],
      ["eth_getUncleCountByBlockNumber", "0x63"],
      ["eth_getTransactionByHash", unknown],
      ["eth_getTransactionByBlockHashAndIndex", unknown, "0x0"],
      ["eth_getTransactionByBlockNumberAndIndex", "latest", "0x63"],
      ["eth_getTransactionReceipt", unknown],
      ["eth_getBlockReceipts", unknown],
      ["eth_getBlockReceipts", { blockNumber: "0x63" }],
      ["eth_getProof", address, [], "0x63"],
      ["eth_createAccessList", { to: address }, "0x63"],
      ["eth_getUncleByBlockHashAndIndex", unknown, "0x0"],
      ["eth_getUncleByBlockNumberAndIndex", "latest", "0x0"],
      ["native_getRawBlockHeaderByHash", unknown],
      ["native_getRawBlockHeaderByNumber", "0x63"],
      ["native_getRawTransactionReceiptByHash", unknown],
      ["native_getTransactionReceiptNodesByHash", unknown, unknown],
      ["native_getTransactionReceiptNodesByHash", toHex(block.hash), unknown],
      ["trace_block", unknown],
      ["trace_block", "0x63"],
      ["trace_transaction", unknown],
      ["trace_get", unknown, []],
      ["debug_traceTransaction", unknown],
      ["debug_traceBlockByNumber", "0x63"],
      ["debug_traceBlockByHash", unknown],
      ["debug_traceCall", { to: address }, "0x63"],
      ["debug_getRawBlock", unknown],
      ["debug_getRawHeader", unknown],
      ["debug_getRawReceipts", unknown],
      ["debug_getRawTransaction", unknown],
    ];
    for (const [method, ...params] of calls) {
      assert.deepEqual(
        await call(method, ...params),
        { jsonrpc: "2.0", id: 1, result: null },
        method,
      );
    }
  });

  it("finds a transaction by sender and nonce that a reorg returns to the pool meanwhile", async () => {
    const transaction = signed(rawTransactions.legacy);
    let isReturned = false;
    const to = dispatcher({
      pooledOf: () => (isReturned ? [transaction] : []),
      transactionOf: async () => {
        isReturned = true;
        return undefined;
      },
    });
    const params = [toHex(transaction.sender), `0x${transaction.fields.nonce.toString(16)}`];
    const text = requestText("eth_getTransactionBySenderAndNonce", params);
    const { result } = await ask(text, to);
    assert.equal((result as { hash: string } | null)?.hash, toHex(transaction.hash));
  });

  it("answer about the client and the chain", async () => {
    const expected: Record<string, unknown> = {
      eth_accounts: [],
      eth_blockNumber: "0x1",
      eth_chainId: "0x1f",
      eth_coinbase: `0x${"c0".repeat(20)}`,
      eth_hashrate: "0x0",
      eth_baseFee: "0x3938700",
      eth_blobBaseFee: "0x0",
      net_version: "31",
      eth_gasPrice: "0x3ef1480",
      eth_maxPriorityFeePerGas: "0x5b8d80",
      eth_protocolVersion: "0x3e",
      native_protocolVersion: "0x3e",
      rsk_protocolVersion: "0x3e",
      web3_clientVersion: "Tandem/v0.1.0/test",
      eth_syncing: false,
      net_listening: true,
      net_peerCount: "0x1",
    };
    // This dispatcher has its own node, because tests of development methods change the other.
    const send = dispatcher();
    for (const [method, result] of Object.entries(expected)) {
      assert.deepEqual((await ask(requestText(method, []), send)).result, result, method);
    }
    assert.equal(
      (await call("web3_sha3", "0x")).result,
      "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    );
  });

  it("answers about accounts, blocks, transactions and receipts", async () => {
    const hash = toHex(block.hash);
    const txHash = toHex(block.transactions[1]?.hash ?? hashOf(0));
    assert.equal((await call("eth_getTransactionCount", address)).result, "0x5");
    assert.equal((await call("eth_getCode", `0x${"cc".repeat(20)}`, "latest")).result, "0x6001");
    const storage = await call("eth_getStorageAt", address, "0x5", { blockNumber: "0x1" });
    assert.equal(storage.result, `0x${"5".padStart(64, "0")}`);
    assert.equal((await call("eth_getBlockTransactionCountByHash", hash)).result, "0x2");
    assert.equal((await call("eth_getUncleCountByBlockNumber", "latest")).result, "0x0");
    const byHash = await call("eth_getTransactionByHash", txHash);
    assert.deepEqual(await call("eth_getTransactionByBlockHashAndIndex", hash, "0x1"), byHash);
    assert.deepEqual(await call("eth_getTransactionByBlockNumberAndIndex", "0x1", "0x1"), byHash);
    const receipt = (await call("eth_getTransactionReceipt", txHash)).result as { logs: unknown };
    const logs = (await call("eth_getLogs", { blockHash: hash })).result as unknown[];
    assert.deepEqual(receipt.logs, logs.slice(1));
    const sent = await call("eth_sendRawTransaction", rawTransactions.feeMarket);
    assert.equal(sent.result, txHash);
  });

  it("finds logs in order, and an empty list when nothing matches", async () => {
    const logsOf = async (filter: object) =>
      ((await call("eth_getLogs", filter)).result as { logIndex: string }[]).map((l) => l.logIndex);
    assert.deepEqual(await logsOf({}), ["0x0", "0x1", "0x2"]);
    assert.deepEqual(await logsOf({ fromBlock: "earliest", topics: [toHex(hashOf(10))] }), [
      "0x0",
      "0x1",
    ]);
    assert.deepEqual(await logsOf({ topics: [null, toHex(hashOf(20))] }), ["0x1"]);
    assert.deepEqual(await logsOf({ address: `0x${"99".repeat(20)}` }), []);
    assert.deepEqual(await logsOf({ blockHash: toHex(hashOf(0xee)) }), []);
  });
});
