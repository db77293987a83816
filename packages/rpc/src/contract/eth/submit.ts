/**
 * Declares the methods that prepare and submit a transaction: those of specification section 4, of
 * geth and of EIP-7966.
 */

import * as z from "@tandem/schema";
import { data, hash32, rawTransaction } from "../codec/wire.js";
import {
  exampleAddress,
  exampleRawTransaction,
  exampleReceipt,
  exampleRecipient,
  exampleRequest,
  exampleTransactionHash,
} from "../example.js";
import { method } from "../method.js";
import { sentRequest } from "../shape/call/call.js";
import { receipt } from "../shape/receipt.js";
import { unplacedTransaction } from "../shape/transaction.js";
import { receiptWait } from "../shape/wait.js";

const zeroWord = `0x${"00".repeat(32)}`;

const transaction = rawTransaction.describe("Signed transaction, EIP-2718 form.");

export const sendRawTransaction = method("eth_sendRawTransaction", {
  isForSealer: true,
  summary: "Adds a signed transaction to the pool and returns its hash.",
  params: { transaction },
  result: hash32,
  faults: ["refused"],
  example: { params: [exampleRawTransaction], result: exampleTransactionHash },
});

export const sendRawTransactionSync = method("eth_sendRawTransactionSync", {
  isForSealer: true,
  summary:
    "Adds a signed transaction to the pool and returns its receipt as soon as it is mined (EIP-7966).",
  params: {
    transaction,
    timeout: receiptWait,
  },
  result: receipt,
  faults: ["refused", "unmined"],
  example: { params: [exampleRawTransaction], result: exampleReceipt },
});

export const fillTransaction = method("eth_fillTransaction", {
  isForSealer: true,
  summary:
    "Fills in a missing nonce, gas limit and price, and returns the unsigned transaction: `raw` in " +
    "EIP-2718 form with an empty signature, and `tx`.",
  params: { transaction: sentRequest.describe("The transaction.") },
  result: z.object({ raw: data, tx: unplacedTransaction }),
  faults: ["refused", "reverted"],
  example: {
    params: [exampleRequest],
    result: {
      raw:
        "0xeb8084039387008252089470997970c51812dc3a010c7d01b50e0d17dc79c8" +
        "880de0b6b3a764000080808080",
      tx: {
        hash: "0xc5d034ae14e9636219b74ba066e441a661d3e435628fbaa67dc59fb716a87b26",
        nonce: "0x0",
        from: exampleAddress,
        to: exampleRecipient,
        gas: "0x5208",
        gasPrice: "0x3938700",
        value: "0xde0b6b3a7640000",
        input: "0x",
        v: "0x0",
        r: zeroWord,
        s: zeroWord,
        type: "0x0",
      },
    },
  },
});
