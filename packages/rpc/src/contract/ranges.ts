/** Declares the `debug_` methods that read a state in pieces, in geth's shapes. */
import * as z from "@tandem/schema";
import { blockRef } from "./codec/block-ref.js";
import { address, anyCount, data, flag, hash32 } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import {
  emptyCode,
  emptyTrie,
  exampleAddress,
  exampleBlockHash,
  exampleRecipient,
} from "./example.js";
import { method } from "./method.js";
import { accountCount, accountRange, slotCount, storageRange } from "./shape/ranges.js";

const zeroWord = `0x${"00".repeat(32)}`;

const start = (what: string) =>
  z
    .union([z.null(), data], "expected the beginning of a hash as 0x-hex, or null")
    .transform((from) => from ?? new Uint8Array(0))
    .refine((from) => from.length <= 32, "expected at most 32 bytes")
    .describe(`First hash of the ${what} to return, or its first bytes; all with \`0x\` or null.`);

export const storageRangeAt = method("debug_storageRangeAt", {
  isHeavy: true,
  historical: { kind: "block", param: "hash" },
  summary:
    "Returns slots of a contract as they were before a transaction of a block, in the order of their hashes. " +
    "`nextKey` is the first key of the next range. A fork refuses a contract of the forked chain, of whose storage it " +
    "has only what differs.",
  params: {
    hash: hash32.describe("Block hash."),
    index: anyCount.describe("Index of the transaction in the block; 0 also if it has none."),
    address: address.describe("Contract."),
    start: start("slot"),
    count: slotCount.describe("Maximum number of slots, at most 1,024."),
  },
  result: orNull(storageRange),
  faults: ["limit"],
  example: {
    params: [exampleBlockHash, 0, exampleRecipient, "0x", 2],
    result: {
      storage: { [exampleBlockHash]: { key: zeroWord, value: zeroWord } },
      nextKey: null,
    },
  },
});

export const accountRangeAt = method("debug_accountRange", {
  isHeavy: true,
  historical: { kind: "block", param: "block" },
  summary:
    "Returns accounts of the state after a block, in the order of the hashes of their addresses. `next` is the first " +
    "key of the next range. A fork refuses its own blocks: it has only the accounts that differ from the forked chain.",
  params: {
    block: blockRef.describe("Block number, hash, tag or EIP-1898 object."),
    start: start("address"),
    count: accountCount.describe("Maximum number of accounts, at most 256."),
    noCode: flag.default(false).describe("Omits the code."),
    noStorage: flag.default(false).describe("Omits the storage."),
    incompletes: flag
      .default(false)
      .describe("Includes accounts whose address the database does not know."),
  },
  result: orNull(accountRange),
  faults: ["limit"],
  example: {
    params: ["latest", "0x", 1, true, true],
    result: {
      root: exampleBlockHash.slice(2),
      accounts: {
        [exampleAddress]: {
          balance: "1000000000000000000",
          nonce: 0,
          root: emptyTrie,
          codeHash: emptyCode,
          key: exampleBlockHash,
        },
      },
      next: exampleBlockHash,
    },
  },
});
