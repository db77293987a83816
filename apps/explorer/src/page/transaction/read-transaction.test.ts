import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConnectionError, RpcError } from "@tandem/rpc/client";
import { readTransaction } from "./read-transaction.js";

const id = `0x${"ab".repeat(32)}`;

/** Creates reads of a failed transaction, whose trace ends with an error. */
const failedWith = (error: Error) =>
  ({
    eth_getTransactionByHash: async () => ({}),
    eth_getTransactionReceipt: async () => ({ status: 0, blockHash: new Uint8Array(32) }),
    ots_getBlockDetailsByHash: async () => ({ block: { timestamp: 7, minimumGasPrice: 1n } }),
    debug_traceTransaction: async () => {
      throw error;
    },
  }) as unknown as Parameters<typeof readTransaction>[0];

describe("a failed transaction", () => {
  it("is read without its reason if the node does not trace it", async () => {
    const read = await readTransaction(failedWith(new RpcError("method", "no such method")), id);
    assert.equal(read?.mined?.timestamp, 7);
    assert.deepEqual(read.mined.failure, {
      error: "the node does not say why",
      output: new Uint8Array(0),
    });
    const pruned = new RpcError(-32000, "missing trie node");
    const { mined } = (await readTransaction(failedWith(pruned), id)) ?? {};
    assert.equal(mined?.failure?.error, "the node does not say why (missing trie node)");
  });

  it("is not read if the connection is lost", async () => {
    const lost = new ConnectionError("lost");
    await assert.rejects(readTransaction(failedWith(lost), id), lost);
  });
});
