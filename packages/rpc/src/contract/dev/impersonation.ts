/**
 * Declares impersonation for development: transactions without a signature, from any address,
 * including contracts.
 */

import { address, flag, hash32 } from "../codec/wire.js";
import {
  exampleAddress,
  exampleReceipt,
  exampleRecipient,
  exampleTransactionHash,
} from "../example.js";
import { method } from "../method.js";
import { sentRequest } from "../shape/call/call.js";
import { unsaid } from "../shape/control.js";
import { receipt } from "../shape/receipt.js";
import { receiptWait } from "../shape/wait.js";

export const impersonateAccount = method("hardhat_impersonateAccount", {
  summary:
    "Lets `eth_sendTransaction` send transactions from this address until the node stops. Mined " +
    "transactions stay valid.",
  aliases: ["anvil_impersonateAccount"],
  aliasResults: { anvil_impersonateAccount: unsaid },
  isControl: true,
  params: { address: address.describe("Any address.") },
  result: flag,
  example: { params: [exampleAddress], result: true },
});

export const stopImpersonatingAccount = method("hardhat_stopImpersonatingAccount", {
  summary: "Stops impersonating an address. Returns whether it was impersonated.",
  aliases: ["anvil_stopImpersonatingAccount"],
  aliasResults: { anvil_stopImpersonatingAccount: unsaid },
  isControl: true,
  params: { address: address.describe("The address.") },
  result: flag,
  example: { params: [exampleAddress], result: true },
});

export const autoImpersonateAccount = method("anvil_autoImpersonateAccount", {
  summary: "Turns the impersonation of every address on or off.",
  aliases: ["hardhat_autoImpersonateAccount"],
  isControl: true,
  params: { enabled: flag.describe("True to turn it on.") },
  result: unsaid,
  example: { params: [true], result: null },
});

/** The methods take a transaction, and most return its hash. */
const sending = {
  isControl: true,
  params: { transaction: sentRequest.describe("The transaction.") },
  result: hash32,
  faults: ["refused", "reverted"],
  example: {
    params: [{ from: exampleAddress, to: exampleRecipient, value: "0xde0b6b3a7640000" }],
    result: exampleTransactionHash,
  },
} as const;

export const sendTransaction = method("eth_sendTransaction", {
  summary:
    "Sends a transaction, and fills in a missing nonce, gas limit and price. It is signed if the node " +
    "holds the sender's key (`--unlocked`, where `from` may be omitted: the first account). From an " +
    "impersonated address, the signature has `r` = 5, which belongs to no key, and the sender in `s`. Other " +
    "addresses are refused.",
  ...sending,
});

export const sendTransactionSync = method("eth_sendTransactionSync", {
  ...sending,
  summary:
    "Sends a transaction like `eth_sendTransaction`, and returns its receipt as soon as it is mined. `cast send " +
    "--sync --unlocked` calls it.",
  params: { ...sending.params, timeout: receiptWait },
  result: receipt,
  faults: ["refused", "reverted", "unmined"],
  example: { params: sending.example.params, result: exampleReceipt },
});

export const sendUnsignedTransaction = method("eth_sendUnsignedTransaction", {
  summary:
    "Sends a transaction like `eth_sendTransaction`, from any address: it is impersonated for this transaction.",
  ...sending,
});
