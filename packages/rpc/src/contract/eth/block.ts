/**
 * Declares the methods of specification section 4, "Blocks". An unknown block and its counts are
 * null. Those of headers are beyond the specification: geth and reth have them.
 */

import { blockByNumber } from "../codec/block-ref.js";
import { count, flag, hash32 } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleBlock, exampleBlockHash, exampleBlockHeader } from "../example.js";
import { method } from "../method.js";
import { block, header } from "../shape/block.js";

const byHash = { hash: hash32.describe("Block hash.") };
const byNumber = { block: blockByNumber };
const full = flag.describe("Transactions as objects instead of hashes.").prefault(false);

export const getBlockByHash = method("eth_getBlockByHash", {
  historical: { kind: "block", param: "hash" },
  summary: "Returns a block by its hash.",
  params: { ...byHash, full },
  result: orNull(block),
  example: { params: [exampleBlockHash, false], result: exampleBlock },
});

export const getBlockByNumber = method("eth_getBlockByNumber", {
  historical: { kind: "block", param: "block" },
  summary: "Returns a block by its number or a tag.",
  params: { ...byNumber, full },
  result: orNull(block),
  example: { params: ["0x1", false], result: exampleBlock },
});

export const getHeaderByHash = method("eth_getHeaderByHash", {
  historical: { kind: "block", param: "hash" },
  summary: "Returns a block without its transactions by its hash.",
  params: byHash,
  result: orNull(header),
  example: { params: [exampleBlockHash], result: exampleBlockHeader },
});

export const getHeaderByNumber = method("eth_getHeaderByNumber", {
  historical: { kind: "block", param: "block" },
  summary: "Returns a block without its transactions by its number or a tag.",
  params: byNumber,
  result: orNull(header),
  example: { params: ["0x1"], result: exampleBlockHeader },
});

export const getBlockTransactionCountByHash = method("eth_getBlockTransactionCountByHash", {
  historical: { kind: "block", param: "hash" },
  summary: "Returns the number of transactions in a block.",
  params: byHash,
  result: orNull(count),
  example: { params: [exampleBlockHash], result: "0x1" },
});

export const getBlockTransactionCountByNumber = method("eth_getBlockTransactionCountByNumber", {
  historical: { kind: "block", param: "block" },
  summary: "Returns the number of transactions in a block.",
  params: byNumber,
  result: orNull(count),
  example: { params: ["latest"], result: "0x1" },
});

export const getUncleCountByBlockHash = method("eth_getUncleCountByBlockHash", {
  historical: { kind: "block", param: "hash" },
  summary: "Returns the number of uncles in a block.",
  params: byHash,
  result: orNull(count),
  example: { params: [exampleBlockHash], result: "0x0" },
});

export const getUncleCountByBlockNumber = method("eth_getUncleCountByBlockNumber", {
  historical: { kind: "block", param: "block" },
  summary: "Returns the number of uncles in a block.",
  params: byNumber,
  result: orNull(count),
  example: { params: ["latest"], result: "0x0" },
});
