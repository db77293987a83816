/**
 * Declares the methods of specification section 4, "Traces", and `trace_get`, which the reference
 * network also has.
 */
import * as z from "@tandem/schema";
import { minedRef } from "./codec/block-ref.js";
import { hash32 } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import {
  exampleAddress,
  exampleBlockHash,
  exampleRecipient,
  exampleTransactionHash,
} from "./example.js";
import { method } from "./method.js";
import { trace, tracePosition } from "./shape/traces/trace.js";
import { traceFilter } from "./shape/traces/trace-filter.js";

const exampleTrace = {
  action: {
    callType: "call",
    from: exampleAddress,
    to: exampleRecipient,
    gas: "0x5208",
    input: "0x",
    value: "0xde0b6b3a7640000",
  },
  blockHash: exampleBlockHash,
  blockNumber: 1,
  transactionHash: exampleTransactionHash,
  transactionPosition: 0,
  type: "call",
  subtraces: 0,
  traceAddress: [],
  result: { gasUsed: "0x5208", output: "0x" },
};

const hash = hash32.describe("Transaction hash.");

export const block = method("trace_block", {
  historical: { kind: "block", param: "block" },
  summary: "Returns the traces of every transaction of a block, or null if there is no such block.",
  params: { block: minedRef.describe("Block number, hash, or a tag other than `pending`.") },
  result: orNull(z.array(trace)),
  example: { params: ["latest"], result: [exampleTrace] },
});

export const transaction = method("trace_transaction", {
  historical: { kind: "transaction", param: "hash" },
  summary: "Returns the traces of an executed transaction, or null if there is none.",
  params: { hash },
  result: orNull(z.array(trace)),
  example: { params: [exampleTransactionHash], result: [exampleTrace] },
});

export const filter = method("trace_filter", {
  isHeavy: true,
  summary:
    "Returns traces of at most 2,000 blocks by sender and destination, at most 100 at a time; " +
    "`--trace-count-max` sets another maximum, which is also the default of `count`.",
  params: { filter: traceFilter },
  result: z.array(trace),
  faults: ["limit"],
  example: {
    params: [{ fromBlock: "earliest", toBlock: "latest", fromAddress: [exampleAddress] }],
    result: [exampleTrace],
  },
});

export const get = method("trace_get", {
  historical: { kind: "transaction", param: "hash" },
  summary:
    "Returns the trace at a position in the call tree of a transaction, or null if there is none.",
  params: {
    hash,
    position: tracePosition.describe("Path from the outermost call, which is `[]`."),
  },
  result: orNull(trace),
  example: { params: [exampleTransactionHash, []], result: exampleTrace },
});
