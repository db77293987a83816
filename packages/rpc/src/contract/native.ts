/**
 * Declares the chain's own methods of specification section 4. Each also has a name that begins with
 * `rsk_`.
 */
import * as z from "@tandem/schema";
import { blockNumber } from "./codec/block-ref.js";
import { count, data, hash32 } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import { exampleBlockHash, exampleTransactionHash } from "./example.js";
import { method } from "./method.js";

/** The first bytes of an example result. A complete one would fill a page. */
const exampleHeader = "0xf9024fa0";
const exampleReceipt = "0xf9010801825208";

export const protocolVersion = method("native_protocolVersion", {
  summary: "Returns the protocol version of the chain.",
  params: {},
  result: count,
  example: { params: [], result: "0x3e" },
});

const rawHeader = "Returns the RLP of a header: the bytes whose keccak-256 is the block hash.";

export const getRawBlockHeaderByHash = method("native_getRawBlockHeaderByHash", {
  historical: { kind: "block", param: "hash" },
  summary: rawHeader,
  params: { hash: hash32.describe("Block hash.") },
  result: orNull(data),
  example: { params: [exampleBlockHash], result: exampleHeader },
});

export const getRawBlockHeaderByNumber = method("native_getRawBlockHeaderByNumber", {
  historical: { kind: "block", param: "block" },
  summary: rawHeader,
  params: { block: blockNumber.describe("Block number or tag.") },
  result: orNull(data),
  example: { params: ["latest"], result: exampleHeader },
});

export const getRawTransactionReceiptByHash = method("native_getRawTransactionReceiptByHash", {
  historical: { kind: "transaction", param: "hash" },
  summary: "Returns a receipt of the main chain as encoded in the receipts trie.",
  params: { hash: hash32.describe("Transaction hash.") },
  result: orNull(data),
  example: { params: [exampleTransactionHash], result: exampleReceipt },
});

export const getTransactionReceiptNodesByHash = method("native_getTransactionReceiptNodesByHash", {
  historical: { kind: "block", param: "blockHash" },
  summary: "Returns the nodes of the receipts trie on the path to a receipt, root first.",
  params: {
    blockHash: hash32.describe("Block hash."),
    hash: hash32.describe("Transaction hash."),
  },
  result: orNull(z.array(data)),
  example: { params: [exampleBlockHash, exampleTransactionHash], result: [exampleReceipt] },
});
