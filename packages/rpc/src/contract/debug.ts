/** Declares the `debug_` methods in geth's shapes, beyond the specification. */
import * as z from "@tandem/schema";
import { blockNumber, blockRef } from "./codec/block-ref.js";
import { count, data, hash32 } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import {
  exampleAddress,
  exampleBlockHash,
  exampleRawTransaction,
  exampleRecipient,
  exampleTransactionHash,
} from "./example.js";
import { method } from "./method.js";
import { callRequest } from "./shape/call/call.js";
import { traceCallOptions, traceOptions } from "./shape/traces/trace-options.js";
import { traced } from "./shape/traces/tracer.js";

const options = traceOptions
  .describe(
    "`tracer`: one of geth's native tracers, or the text of a JavaScript object with geth's functions for scripts; struct logs when none is named. A script that fails, or is no tracer, is error -32000.",
  )
  .prefault({});

const tracedBlock = orNull(z.array(z.object({ txHash: hash32, result: traced })));

const exampleFrame = {
  from: exampleAddress,
  gas: "0x5208",
  gasUsed: "0x5208",
  to: exampleRecipient,
  input: "0x",
  value: "0xde0b6b3a7640000",
  type: "CALL",
};
const callTracer = { tracer: "callTracer" };

export const traceTransaction = method("debug_traceTransaction", {
  isHeavy: true,
  historical: { kind: "transaction", param: "hash" },
  summary: "Executes a mined transaction again and returns the result of a tracer.",
  params: { hash: hash32.describe("Transaction hash."), options },
  result: orNull(traced),
  faults: ["refused", "limit"],
  example: { params: [exampleTransactionHash, callTracer], result: exampleFrame },
});

export const traceBlockByNumber = method("debug_traceBlockByNumber", {
  isHeavy: true,
  historical: { kind: "block", param: "block" },
  summary: "Executes a block again and returns the result of a tracer for each transaction.",
  params: { block: blockNumber.describe("Block number or tag."), options },
  result: tracedBlock,
  faults: ["refused", "limit"],
  example: {
    params: ["latest", callTracer],
    result: [{ txHash: exampleTransactionHash, result: exampleFrame }],
  },
});

export const traceBlockByHash = method("debug_traceBlockByHash", {
  isHeavy: true,
  historical: { kind: "block", param: "hash" },
  summary: "Executes a block again and returns the result of a tracer for each transaction.",
  params: { hash: hash32.describe("Block hash."), options },
  result: tracedBlock,
  faults: ["refused", "limit"],
  example: {
    params: [exampleBlockHash, callTracer],
    result: [{ txHash: exampleTransactionHash, result: exampleFrame }],
  },
});

export const traceCall = method("debug_traceCall", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary: "Executes a call without a transaction and returns the result of a tracer.",
  params: {
    call: callRequest,
    block: blockRef.describe("Block on whose state the call runs.").prefault("latest"),
    options: traceCallOptions
      .describe(
        "As above, `stateOverrides`, `blockOverrides`, and `txIndex`: the call is executed before this transaction of the block, in place of after the block.",
      )
      .prefault({}),
  },
  result: orNull(traced),
  faults: ["refused", "limit"],
  example: {
    params: [{ from: exampleAddress, to: exampleRecipient, gas: "0x5208" }, "latest", callTracer],
    result: { ...exampleFrame, value: "0x0" },
  },
});

const ref = { block: blockRef.describe("Block number, hash, tag or EIP-1898 object.") };

export const getRawBlock = method("debug_getRawBlock", {
  historical: { kind: "block", param: "block" },
  summary: "Returns the RLP of a block: its full header, transactions and uncles.",
  params: ref,
  result: orNull(data),
  example: { params: ["latest"], result: "0xf902c7" },
});

export const getRawHeader = method("debug_getRawHeader", {
  historical: { kind: "block", param: "block" },
  summary: "Returns the RLP of a header: the bytes whose keccak-256 is the block hash.",
  params: ref,
  result: orNull(data),
  example: { params: ["latest"], result: "0xf9024f" },
});

export const getRawReceipts = method("debug_getRawReceipts", {
  historical: { kind: "block", param: "block" },
  summary: "Returns the receipts of a block as encoded in the receipts trie.",
  params: ref,
  result: orNull(z.array(data)),
  example: { params: ["latest"], result: ["0xf90108"] },
});

export const getRawTransaction = method("debug_getRawTransaction", {
  historical: { kind: "transaction", param: "hash" },
  summary: "Returns a mined or pending transaction with its signature, in EIP-2718 form.",
  params: { hash: hash32.describe("Transaction hash.") },
  result: orNull(data),
  example: { params: [exampleTransactionHash], result: exampleRawTransaction },
});

/** The maximum number of blocks in one request, whose body stays within the limit of bodies. */
const importedBlocksMax = 1000;

export const importBlocks = method("debug_importBlocks", {
  isImport: true,
  summary:
    "Imports blocks like any other received block, up to one that is refused. Returns how many of them were new. The `data` of a refusal, `{ imported: { blocks, added } }`, counts the blocks before it, which remain, and the new ones among them.",
  params: {
    blocks: z
      .array(data, "expected an array of blocks")
      .max(importedBlocksMax, `expected at most ${importedBlocksMax} blocks`)
      .describe("RLP blocks, parents first."),
    highestBlock: count
      .optional()
      .describe(
        "Height of the last block that will follow: until it is the head, the node is syncing.",
      ),
  },
  result: count,
  faults: ["params", "refused"],
  example: { params: [["0xf902c7"], "0x1"], result: "0x1" },
});
