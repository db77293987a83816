/**
 * Declares merge mining for external miners, as the reference network's pools use it: a pool puts the
 * hash after the tag `RSKBLOCK:` into its coinbase, and submits every Bitcoin block below the target.
 */
import * as z from "@tandem/schema";
import { exampleBlockHash } from "./example.js";
import { method } from "./method.js";
import { poolBytes, poolCount, poolHashes } from "./shape/pool-hex.js";
import { submittedBlock, work } from "./shape/work.js";

const exampleHash = `0x${"5a".repeat(32)}`;
/** The first bytes of an example parameter. A complete one would fill a page. */
const exampleHeader = `00000020${"11".repeat(76)}`;
const exampleCoinbase = "02000000010000000000";
const exampleId = "7e".repeat(32);
const exampleResult = {
  blockImportedResult: "0x494d504f525445445f42455354",
  blockHash: exampleBlockHash,
  blockIncludedHeight: "0x5",
};

export const getWork = method("mnr_getWork", {
  isForSealer: true,
  summary:
    "Returns work for a miner: a hash for the last tag of the coinbase, and a target. `notify` is " +
    "true once, when miners should be interrupted.",
  params: {},
  result: work,
  example: {
    params: [],
    result: {
      blockHashForMergedMining: exampleHash,
      target: `0x${"55".repeat(32)}`,
      feesPaidToMiner: "1260000000000",
      notify: true,
      parentBlockHash: exampleBlockHash,
    },
  },
});

const blockHash = z
  .string("expected text")
  .describe("Ignored: the last tag of the coinbase identifies the work.");
const blockHeader = poolBytes.describe("The 80 bytes of the Bitcoin header.");
const coinbase = poolBytes.describe("The coinbase transaction, with or without witnesses.");
const faults = ["mining", "limit"] as const;

export const submitBitcoinBlock = method("mnr_submitBitcoinBlock", {
  isForSealer: true,
  summary:
    "Submits a whole Bitcoin block. `blockImportedResult` is a word in hex, such as `IMPORTED_BEST`.",
  params: { block: poolBytes.describe("Header and transactions, with or without witnesses.") },
  result: submittedBlock,
  faults,
  example: { params: [`${exampleHeader}01${exampleCoinbase}`], result: exampleResult },
});

export const submitBitcoinBlockTransactions = method("mnr_submitBitcoinBlockTransactions", {
  isForSealer: true,
  summary: "Submits a Bitcoin block as header, coinbase and the ids of all its transactions.",
  params: {
    blockHash,
    blockHeader,
    coinbase,
    txnHashes: poolHashes.describe(
      "Ids separated by spaces, the coinbase's first, as Bitcoin's own RPC writes them.",
    ),
  },
  result: submittedBlock,
  faults,
  example: {
    params: [exampleHash, exampleHeader, exampleCoinbase, `${exampleId} ${exampleId}`],
    result: exampleResult,
  },
});

export const submitBitcoinBlockPartialMerkle = method("mnr_submitBitcoinBlockPartialMerkle", {
  isForSealer: true,
  summary: "Submits a Bitcoin block as header, coinbase and the Merkle branch of the coinbase.",
  params: {
    blockHash,
    blockHeader,
    coinbase,
    merkleHashes: poolHashes.describe(
      "The coinbase's id, which is ignored, then its siblings from the bottom up: bytes in the order in which they are hashed.",
    ),
    blockTxnCount: poolCount.describe(
      "Number of transactions of the block, in hex. The branch is what counts.",
    ),
  },
  result: submittedBlock,
  faults,
  example: {
    params: [exampleHash, exampleHeader, exampleCoinbase, `${exampleId} ${exampleId}`, "2"],
    result: exampleResult,
  },
});
