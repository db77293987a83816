/** Declares signing by the node, for the accounts whose keys it holds (`--unlocked`). */
import * as z from "@tandem/schema";
import { address, data } from "../codec/wire.js";
import {
  exampleAddress,
  exampleRawTransaction,
  exampleRecipient,
  exampleRequest,
} from "../example.js";
import { method } from "../method.js";
import { sentRequest } from "../shape/call/call.js";
import { typedData } from "../shape/typed-data.js";

const exampleSignature =
  "0xa114c834af73872c6c9efe918d85b0b1b34a486d10f9011e2630e28417c828c0" +
  "60dbd65cda67e73d52ebb7c555260621dbc1b0b4036acb61086bba091ac3f1641b";

const message = data.describe("The bytes of the message.");
const signer = address.describe("An account whose key the node holds.");

export const sign = method("eth_sign", {
  summary:
    "Signs a message, with the prefix of EIP-191, for an account whose key the node holds (`--unlocked`). " +
    "Returns `r`, `s` and `v`, 65 bytes.",
  isControl: true,
  needsKeys: true,
  params: { address: signer, message },
  result: data,
  faults: ["refused"],
  example: { params: [exampleAddress, "0xdeadbeef"], result: exampleSignature },
});

export const personalSign = method("personal_sign", {
  summary: "Signs a message as `eth_sign` does. The message is the first parameter.",
  isControl: true,
  needsKeys: true,
  params: {
    message,
    address: signer,
    password: z.string("expected text").nullish().describe("Ignored: keys have no password."),
  },
  result: data,
  faults: ["refused"],
  example: { params: ["0xdeadbeef", exampleAddress], result: exampleSignature },
});

export const signTypedData = method("eth_signTypedData_v4", {
  summary:
    "Signs typed structured data (EIP-712), given as an object or as its JSON text, for an account whose " +
    "key the node holds (`--unlocked`).",
  aliases: ["eth_signTypedData"],
  isControl: true,
  needsKeys: true,
  params: { address: signer, typedData: typedData.describe("The data with its types and domain.") },
  result: data,
  faults: ["refused", "limit"],
  example: {
    params: [
      exampleAddress,
      {
        types: {
          EIP712Domain: [
            { name: "name", type: "string" },
            { name: "chainId", type: "uint256" },
          ],
          Payment: [
            { name: "to", type: "address" },
            { name: "amount", type: "uint256" },
          ],
        },
        primaryType: "Payment",
        domain: { name: "Example", chainId: 31 },
        message: { to: exampleRecipient, amount: "1000000000000000000" },
      },
    ],
    result:
      "0xd71899b891c62e2aaf4cdb4ff553a923e677b33ae76a863b0c6176d0d458dea8" +
      "5b566814bfc0558592f340981e7e11425264ca7434c73b6ea78e4fabeb5ad4b81b",
  },
});

export const signTransaction = method("eth_signTransaction", {
  summary:
    "Fills in a missing nonce, gas limit and price, and signs a transaction without sending it, for an " +
    "account whose key the node holds (`--unlocked`). Returns the raw transaction.",
  isControl: true,
  needsKeys: true,
  params: { transaction: sentRequest.describe("The transaction.") },
  result: data,
  faults: ["refused", "reverted"],
  example: {
    params: [exampleRequest],
    result: exampleRawTransaction,
  },
});
