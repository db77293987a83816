/** Declares the method of specification section 4, "Calls and gas", that submits a transaction. */

import { hash32, rawTransaction } from "../codec/wire.js";
import { exampleRawTransaction, exampleTransactionHash } from "../example.js";
import { method } from "../method.js";

export const sendRawTransaction = method("eth_sendRawTransaction", {
  summary: "Adds a signed transaction to the pool and returns its hash.",
  params: { transaction: rawTransaction.describe("Signed transaction, EIP-2718 form.") },
  result: hash32,
  faults: ["refused"],
  example: { params: [exampleRawTransaction], result: exampleTransactionHash },
});
