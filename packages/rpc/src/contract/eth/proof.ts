/**
 * Declares the proofs of EIP-1186, which light clients verify state with, and the record of an account in the
 * trie; both are beyond the specification.
 */
import * as z from "@tandem/schema";
import { address, blockRef, data, hash32, quantity, storagePosition } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { emptyCode, emptyTrie, exampleAddress } from "../example.js";
import { method } from "../method.js";

/** The maximum number of slots in one request: each needs a walk down the storage trie. */
const proofSlotsMax = 1024;

const zeros = `0x${"00".repeat(32)}`;

const accountProof = z
  .object({
    address,
    accountProof: z.array(data),
    balance: quantity,
    codeHash: hash32,
    nonce: quantity,
    storageHash: hash32,
    storageProof: z.array(z.object({ key: hash32, value: quantity, proof: z.array(data) })),
  })
  .meta({ id: "AccountProof" });

export const getProof = method("eth_getProof", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary:
    "Returns an account and some of its storage, with the trie nodes that prove them, root first.",
  params: {
    address: address.describe("Account to prove."),
    slots: z
      .array(storagePosition, "expected an array of storage positions")
      .max(proofSlotsMax, `expected at most ${proofSlotsMax} storage positions`)
      .describe("Slots to prove."),
    block: blockRef.describe("Block after which the state is read.").prefault("latest"),
  },
  result: orNull(accountProof),
  example: {
    params: [exampleAddress, ["0x0"], "latest"],
    result: {
      address: exampleAddress,
      accountProof: ["0xf90211"],
      balance: "0x21e19e0c9bab2400000",
      codeHash: emptyCode,
      nonce: "0x0",
      storageHash: emptyTrie,
      storageProof: [{ key: zeros, value: "0x0", proof: [] }],
    },
  },
});

export const getAccount = method("eth_getAccount", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary: "Returns an account as it is in the state trie; that of an absent account is empty.",
  params: {
    address: address.describe("Account to read."),
    block: blockRef.describe("Block after which the state is read.").prefault("latest"),
  },
  result: orNull(
    z.object({ nonce: quantity, balance: quantity, storageRoot: hash32, codeHash: hash32 }),
  ),
  example: {
    params: [exampleAddress, "latest"],
    result: {
      nonce: "0x0",
      balance: "0x21e19e0c9bab2400000",
      storageRoot: emptyTrie,
      codeHash: emptyCode,
    },
  },
});
