/**
 * Declares the methods of specification section 4, "Account and state reads", and one that reads what three of
 * them do. State at an unknown block is null.
 */
import * as z from "@tandem/schema";
import { address, blockRef, data, hash32, quantity, storagePosition } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleAddress } from "../example.js";
import { method } from "../method.js";

const account = address.describe("Account to read.");
const block = blockRef.describe("Block after which the state is read.");
const blockOrLatest = block.prefault("latest");

export const getBalance = method("eth_getBalance", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the balance of an account in the native currency, in wei.",
  params: { address: account, block: blockOrLatest },
  result: orNull(quantity),
  example: { params: [exampleAddress, "latest"], result: "0x21e19e0c9bab2400000" },
});

export const getCode = method("eth_getCode", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the runtime code of a contract, `0x` without code.",
  params: { address: account, block },
  result: orNull(data),
  example: { params: [exampleAddress, "latest"], result: "0x" },
});

export const getStorageAt = method("eth_getStorageAt", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the value of one storage slot: 32 bytes.",
  params: { address: account, position: storagePosition.describe("Slot."), block },
  result: orNull(hash32),
  example: {
    params: [exampleAddress, "0x0", "latest"],
    result: "0x0000000000000000000000000000000000000000000000000000000000000000",
  },
});

export const getTransactionCount = method("eth_getTransactionCount", {
  historical: { kind: "state", param: "block" },
  summary:
    "Returns the number of transactions sent from an account; with `pending` it includes executable pending ones.",
  params: { address: account, block: blockOrLatest },
  result: orNull(quantity),
  example: { params: [exampleAddress, "pending"], result: "0x1" },
});

export const getAccountInfo = method("eth_getAccountInfo", {
  historical: { kind: "state", param: "block" },
  summary: "Returns the balance, the nonce and the code of an account, which Foundry's forks read.",
  params: { address: account, block: blockOrLatest },
  result: orNull(z.object({ balance: quantity, nonce: quantity, code: data })),
  example: {
    params: [exampleAddress, "latest"],
    result: { balance: "0x21e19e0c9bab2400000", nonce: "0x1", code: "0x" },
  },
});
