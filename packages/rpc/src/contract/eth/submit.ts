/** Declares the methods that submit a transaction: that of specification section 4 and that of EIP-7966. */

import { hash32, rawTransaction } from "../codec/wire.js";
import { exampleRawTransaction, exampleReceipt, exampleTransactionHash } from "../example.js";
import { method } from "../method.js";
import { receipt } from "../shape/receipt.js";
import { waitMs } from "../shape/wait.js";

const transaction = rawTransaction.describe("Signed transaction, EIP-2718 form.");

export const sendRawTransaction = method("eth_sendRawTransaction", {
  summary: "Adds a signed transaction to the pool and returns its hash.",
  params: { transaction },
  result: hash32,
  faults: ["refused"],
  example: { params: [exampleRawTransaction], result: exampleTransactionHash },
});

export const sendRawTransactionSync = method("eth_sendRawTransactionSync", {
  summary:
    "Adds a signed transaction to the pool and returns its receipt as soon as it is mined (EIP-7966).",
  params: {
    transaction,
    timeout: waitMs.describe(
      "Milliseconds to wait for a block: 20,000 if omitted, at most 60,000.",
    ),
  },
  result: receipt,
  faults: ["refused", "unmined"],
  example: { params: [exampleRawTransaction], result: exampleReceipt },
});
