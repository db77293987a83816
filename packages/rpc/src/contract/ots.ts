/**
 * Declares Otterscan's namespace `ots_`, and the one Erigon method that Otterscan also calls. A
 * block number may be a JSON number. Page 0 of a block is its last page.
 */
import * as z from "@tandem/schema";
import { address, anyCount, data, hash32, plainCount } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import {
  exampleAddress,
  exampleBlockHash,
  exampleBlockHeader,
  exampleReceipt,
  exampleRecipient,
  exampleTransaction,
  exampleTransactionHash,
} from "./example.js";
import { method } from "./method.js";
import { header } from "./shape/block.js";
import {
  blockDetails,
  blockTransactions,
  contractCreator,
  explorerBlock,
  explorerTrace,
  internalOperation,
  pageSize,
  transactionPage,
} from "./shape/explorer.js";

const block = explorerBlock.describe("Block number, in hex or as a JSON number, or a tag.");
const hash = hash32.describe("Transaction hash.");
const size = pageSize.describe("Transactions of a page, at most 250.");

const exampleListed = { ...exampleBlockHeader, logsBloom: null, transactionCount: 1 };
const exampleDetails = {
  block: exampleListed,
  issuance: { blockReward: "0x0", uncleReward: "0x0", issuance: "0x0" },
  totalFees: "0x12570a2b800",
};
const examplePage = {
  txs: [exampleTransaction],
  receipts: [{ ...exampleReceipt, timestamp: 1_709_634_432 }],
  firstPage: true,
  lastPage: true,
};

export const getApiLevel = method("ots_getApiLevel", {
  summary: "Returns the version of Otterscan's API that the node implements.",
  params: {},
  result: plainCount,
  example: { params: [], result: 8 },
});

export const getHeaderByNumber = method("erigon_getHeaderByNumber", {
  historical: { kind: "block", param: "block" },
  summary: "Returns a block without its transactions, or null if there is no such block.",
  params: { block },
  result: orNull(header),
  example: { params: [1], result: exampleBlockHeader },
});

export const getBlockDetails = method("ots_getBlockDetails", {
  historical: { kind: "block", param: "block" },
  summary: "Returns a block without its transactions, with their number and the fees they paid.",
  params: { block },
  result: orNull(blockDetails),
  example: { params: [1], result: exampleDetails },
});

export const getBlockDetailsByHash = method("ots_getBlockDetailsByHash", {
  historical: { kind: "block", param: "hash" },
  summary: "Returns a block without its transactions, with their number and the fees they paid.",
  params: { hash: hash32.describe("Block hash.") },
  result: orNull(blockDetails),
  example: { params: [exampleBlockHash], result: exampleDetails },
});

export const getBlockTransactions = method("ots_getBlockTransactions", {
  historical: { kind: "block", param: "block" },
  summary:
    "Returns a page of a block's transactions with their receipts. Page 0 has the last transactions of the block.",
  params: { block, page: anyCount.describe("Page from 0, counted from the end."), size },
  result: orNull(blockTransactions),
  example: {
    params: [1, 0, 25],
    result: {
      fullblock: { ...exampleListed, transactions: [exampleTransaction] },
      receipts: [{ ...exampleReceipt, logs: null, logsBloom: null }],
    },
  },
});

const account = address.describe("Account that sends, is called, or is called by a contract.");

export const searchTransactionsBefore = method("ots_searchTransactionsBefore", {
  isHeavy: true,
  summary:
    "Returns transactions of an account in blocks before a height, newest first. The last block is whole.",
  params: {
    address: account,
    number: anyCount.describe("Height that is not included; 0 begins at the newest block."),
    size,
  },
  result: transactionPage,
  example: { params: [exampleAddress, 0, 25], result: examplePage },
});

export const searchTransactionsAfter = method("ots_searchTransactionsAfter", {
  isHeavy: true,
  summary:
    "Returns transactions of an account in blocks after a height, newest first. The last block is whole.",
  params: {
    address: account,
    number: anyCount.describe("Height that is not included; 0 begins at the oldest block."),
    size,
  },
  result: transactionPage,
  example: { params: [exampleAddress, 0, 25], result: examplePage },
});

export const getTransactionBySenderAndNonce = method("ots_getTransactionBySenderAndNonce", {
  isHeavy: true,
  summary: "Returns the hash of a sender's mined transaction with a nonce, or null.",
  params: { address: address.describe("Sender."), nonce: anyCount.describe("Nonce.") },
  result: orNull(hash32),
  example: { params: [exampleAddress, 0], result: exampleTransactionHash },
});

export const getContractCreator = method("ots_getContractCreator", {
  isHeavy: true,
  summary:
    "Returns the transaction that created a contract and the account that executed the creation, or null if there is none.",
  params: { address: address.describe("Contract.") },
  result: orNull(contractCreator),
  example: {
    params: [exampleRecipient],
    result: { hash: exampleTransactionHash, creator: exampleAddress },
  },
});

export const hasCode = method("ots_hasCode", {
  historical: { kind: "state", param: "block" },
  summary: "Returns whether an account has code after a block; null if there is no such block.",
  params: { address: address.describe("Account to read."), block },
  result: orNull(z.boolean()),
  example: { params: [exampleRecipient, "latest"], result: false },
});

export const getInternalOperations = method("ots_getInternalOperations", {
  historical: { kind: "transaction", param: "hash" },
  summary:
    "Returns transfers, creations and self-destructions inside a transaction; null if there is no such transaction.",
  params: { hash },
  result: orNull(z.array(internalOperation)),
  example: {
    params: [exampleTransactionHash],
    result: [{ type: 0, from: exampleAddress, to: exampleRecipient, value: "0x1" }],
  },
});

export const traceTransaction = method("ots_traceTransaction", {
  historical: { kind: "transaction", param: "hash" },
  summary: "Returns the calls of a transaction, depth first, each with its depth.",
  params: { hash },
  result: orNull(z.array(explorerTrace)),
  example: {
    params: [exampleTransactionHash],
    result: [
      {
        type: "CALL",
        depth: 0,
        from: exampleAddress,
        to: exampleRecipient,
        value: "0xde0b6b3a7640000",
        input: "0x",
        output: "0x",
      },
    ],
  },
});

export const getTransactionError = method("ots_getTransactionError", {
  historical: { kind: "transaction", param: "hash" },
  summary:
    "Returns the output of a reverted transaction, `0x` if there is none; null if there is no such transaction.",
  params: { hash },
  result: orNull(data),
  faults: ["limit"],
  example: { params: [exampleTransactionHash], result: "0x" },
});
