/** Declares the methods of specification section 4, "Transactions and receipts". */
import * as z from "@tandem/schema";
import { blockByNumber, blockRef } from "../codec/block-ref.js";
import { address, count, data, hash32, quantity } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import {
  exampleAddress,
  exampleBlockHash,
  exampleRawTransaction,
  exampleReceipt,
  exampleTransaction,
  exampleTransactionHash,
} from "../example.js";
import { method } from "../method.js";
import { receipt } from "../shape/receipt.js";
import { transaction } from "../shape/transaction.js";

const hash = hash32.describe("Transaction hash.");
const index = count.describe("Position in the block.");

export const getTransactionByHash = method("eth_getTransactionByHash", {
  historical: { kind: "transaction", param: "hash" },
  summary: "Returns a transaction of the canonical chain, or a pending one.",
  params: { hash },
  result: orNull(transaction),
  example: { params: [exampleTransactionHash], result: exampleTransaction },
});

export const getTransactionBySenderAndNonce = method("eth_getTransactionBySenderAndNonce", {
  summary:
    "Returns the transaction of a sender with a nonce: a pending one, or one of the canonical chain. anvil, reth and Besu have this method too.",
  params: { sender: address.describe("Sender."), nonce: quantity.describe("Nonce.") },
  result: orNull(transaction),
  example: { params: [exampleAddress, "0x0"], result: exampleTransaction },
});

export const getTransactionByBlockHashAndIndex = method("eth_getTransactionByBlockHashAndIndex", {
  historical: { kind: "block", param: "hash" },
  summary: "Returns the transaction at a position of a block.",
  params: { hash: hash32.describe("Block hash."), index },
  result: orNull(transaction),
  example: { params: [exampleBlockHash, "0x0"], result: exampleTransaction },
});

export const getTransactionByBlockNumberAndIndex = method(
  "eth_getTransactionByBlockNumberAndIndex",
  {
    historical: { kind: "block", param: "block" },
    summary: "Returns the transaction at a position of a block.",
    params: { block: blockByNumber, index },
    result: orNull(transaction),
    example: { params: ["latest", "0x0"], result: exampleTransaction },
  },
);

export const getRawTransactionByHash = method("eth_getRawTransactionByHash", {
  historical: { kind: "transaction", param: "hash" },
  summary: "Returns a mined or pending transaction with its signature, in EIP-2718 form.",
  params: { hash },
  result: orNull(data),
  example: { params: [exampleTransactionHash], result: exampleRawTransaction },
});

export const getRawTransactionByBlockHashAndIndex = method(
  "eth_getRawTransactionByBlockHashAndIndex",
  {
    historical: { kind: "block", param: "hash" },
    summary:
      "Returns the transaction at a position of a block with its signature, in EIP-2718 form.",
    params: { hash: hash32.describe("Block hash."), index },
    result: orNull(data),
    example: { params: [exampleBlockHash, "0x0"], result: exampleRawTransaction },
  },
);

export const getRawTransactionByBlockNumberAndIndex = method(
  "eth_getRawTransactionByBlockNumberAndIndex",
  {
    historical: { kind: "block", param: "block" },
    summary:
      "Returns the transaction at a position of a block with its signature, in EIP-2718 form.",
    params: { block: blockByNumber, index },
    result: orNull(data),
    example: { params: ["latest", "0x0"], result: exampleRawTransaction },
  },
);

export const getTransactionReceipt = method("eth_getTransactionReceipt", {
  historical: { kind: "transaction", param: "hash" },
  summary: "Returns the receipt of a mined transaction, or null while it is pending.",
  params: { hash },
  result: orNull(receipt),
  example: { params: [exampleTransactionHash], result: exampleReceipt },
});

export const getBlockReceipts = method("eth_getBlockReceipts", {
  historical: { kind: "block", param: "block" },
  summary: "Returns the receipts of every transaction of a block; null if there is no such block.",
  params: { block: blockRef.describe("Block number, hash, tag or EIP-1898 object.") },
  result: orNull(z.array(receipt)),
  example: { params: ["latest"], result: [exampleReceipt] },
});
