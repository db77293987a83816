/** Specification section 4, "Transactions and receipts". */
import {
  exampleBlockHash,
  exampleReceipt,
  exampleTransaction,
  exampleTransactionHash,
} from "../example.js";
import { method } from "../method.js";
import { receipt } from "../shape/receipt.js";
import { transaction } from "../shape/transaction.js";
import { blockNumber, count, hash32 } from "../wire.js";
import { orNull } from "../writer.js";

const hash = hash32.describe("Transaction hash.");
const index = count.describe("Position in the block.");

export const getTransactionByHash = method("eth_getTransactionByHash", {
  summary: "A transaction of the canonical chain, or a pending one.",
  params: { hash },
  result: orNull(transaction),
  example: { params: [exampleTransactionHash], result: exampleTransaction },
});

export const getTransactionByBlockHashAndIndex = method("eth_getTransactionByBlockHashAndIndex", {
  summary: "The transaction at a position of a block.",
  params: { hash: hash32.describe("Block hash."), index },
  result: orNull(transaction),
  example: { params: [exampleBlockHash, "0x0"], result: exampleTransaction },
});

export const getTransactionByBlockNumberAndIndex = method(
  "eth_getTransactionByBlockNumberAndIndex",
  {
    summary: "The transaction at a position of a block.",
    params: { block: blockNumber.describe("Block number or tag."), index },
    result: orNull(transaction),
    example: { params: ["latest", "0x0"], result: exampleTransaction },
  },
);

export const getTransactionReceipt = method("eth_getTransactionReceipt", {
  summary: "What became of a mined transaction; null while it is pending.",
  params: { hash },
  result: orNull(receipt),
  example: { params: [exampleTransactionHash], result: exampleReceipt },
});
