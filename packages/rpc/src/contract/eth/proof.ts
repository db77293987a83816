/**
 * Declares the proofs of EIP-1186, which light clients verify state with, and the record of an account in the
 * trie; both are beyond the specification.
 */
import { type Bytes, toBigInt, toHex, toQuantity } from "@tandem/primitives";
import * as z from "@tandem/schema";
import { blockRef } from "../codec/block-ref.js";
import { address, bytesOfText, data, hash32, positionText, quantity } from "../codec/wire.js";
import { orNull, written } from "../codec/writer.js";
import { emptyCode, emptyTrie, exampleAddress } from "../example.js";
import { slotsMax } from "../limits.js";
import { method } from "../method.js";

const textOfKey = (key: Bytes) => (key.length === 32 ? toHex(key) : toQuantity(toBigInt(key)));

/**
 * A slot, which the answer names in the form of the request: as 32 bytes, or as a quantity (EIP-1186),
 * which has fewer bytes inside.
 */
const proofKey = written(
  z.codec(
    positionText,
    z.custom<Bytes>((value) => value instanceof Uint8Array),
    {
      decode: (hex) => bytesOfText(hex.length % 2 === 0 ? hex : `0x0${hex.slice(2)}`),
      encode: textOfKey,
    },
  ),
  (key) => `"${textOfKey(key)}"`,
).meta({ id: "ProofKey" });

const accountProof = z
  .object({
    address,
    accountProof: z.array(data),
    balance: quantity,
    codeHash: hash32,
    nonce: quantity,
    storageHash: hash32,
    storageProof: z.array(z.object({ key: proofKey, value: quantity, proof: z.array(data) })),
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
      .array(proofKey, "expected an array of storage positions")
      .max(slotsMax, `expected at most ${slotsMax} storage positions`)
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
      storageProof: [{ key: "0x0", value: "0x0", proof: [] }],
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
