/**
 * Declares impersonation for development: transactions without a signature, from any address,
 * including contracts.
 */

import { address, flag, hash32 } from "../codec/wire.js";
import { exampleAddress, exampleRecipient, exampleTransactionHash } from "../example.js";
import { method } from "../method.js";
import { sentRequest } from "../shape/call.js";
import { unsaid } from "../shape/control.js";

export const impersonateAccount = method("hardhat_impersonateAccount", {
  summary:
    "From now on `eth_sendTransaction` takes transactions from this address. Not kept when the node " +
    "stops; what was mined stays valid.",
  aliases: ["anvil_impersonateAccount"],
  aliasResults: { anvil_impersonateAccount: unsaid },
  isControl: true,
  params: { address: address.describe("Any address.") },
  result: flag,
  example: { params: [exampleAddress], result: true },
});

export const stopImpersonatingAccount = method("hardhat_stopImpersonatingAccount", {
  summary: "Ends that. Answers whether the address was impersonated.",
  aliases: ["anvil_stopImpersonatingAccount"],
  aliasResults: { anvil_stopImpersonatingAccount: unsaid },
  isControl: true,
  params: { address: address.describe("The address.") },
  result: flag,
  example: { params: [exampleAddress], result: true },
});

export const autoImpersonateAccount = method("anvil_autoImpersonateAccount", {
  summary: "Every address is impersonated, or no longer.",
  aliases: ["hardhat_autoImpersonateAccount"],
  isControl: true,
  params: { enabled: flag.describe("Whether it is so.") },
  result: unsaid,
  example: { params: [true], result: null },
});

export const sendTransaction = method("eth_sendTransaction", {
  summary:
    "Sends a transaction from an impersonated address. What is left out is filled in: nonce, gas, " +
    "price. The node holds no keys, so from any other address it is refused. Its signature has " +
    "`r` = 5, which no key makes, and the sender in `s`.",
  aliases: ["eth_sendUnsignedTransaction"],
  isControl: true,
  params: { transaction: sentRequest.describe("The transaction.") },
  result: hash32,
  faults: ["refused", "reverted"],
  example: {
    params: [{ from: exampleAddress, to: exampleRecipient, value: "0xde0b6b3a7640000" }],
    result: exampleTransactionHash,
  },
});
