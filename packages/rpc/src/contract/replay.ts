/** Declares Parity's `trace_` methods that execute calls, raw transactions and mined transactions. */
import * as z from "@tandem/schema";
import { blockRef, minedRef } from "./codec/block-ref.js";
import { sliced } from "./codec/slices.js";
import { hash32, rawTransaction } from "./codec/wire.js";
import { orNull } from "./codec/writer.js";
import {
  exampleAddress,
  exampleRawTransaction,
  exampleRecipient,
  exampleTransactionHash,
} from "./example.js";
import { method } from "./method.js";
import { callRequest } from "./shape/call/call.js";
import { pairedCallSteps } from "./shape/call/sliced-call.js";
import { replayed, replayedInBlock, replayTypes } from "./shape/traces/replay.js";

/** The maximum number of calls of `trace_callMany`. */
const callsMax = 100;

const types = replayTypes.describe("`trace` and `stateDiff`; `vmTrace` is not supported.");
const block = blockRef.describe("Block on whose state the call runs.").prefault("latest");

const exampleCall = { from: exampleAddress, to: exampleRecipient, gas: "0x5208" };
const exampleReplayed = {
  output: "0x",
  stateDiff: null,
  trace: [
    {
      action: { callType: "call", ...exampleCall, input: "0x", value: "0x0" },
      type: "call",
      subtraces: 0,
      traceAddress: [],
      result: { gasUsed: "0x5208", output: "0x" },
    },
  ],
  vmTrace: null,
};

export const call = method("trace_call", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary: "Executes a call without a transaction and returns its traces and its state changes.",
  params: { call: callRequest, types, block },
  result: orNull(replayed),
  faults: ["refused", "limit"],
  example: { params: [exampleCall, ["trace"], "latest"], result: exampleReplayed },
});

const calls = sliced(
  z
    .array(
      z.tuple([callRequest, types], "expected an array of a call and its types"),
      "expected an array of calls",
    )
    .max(callsMax, `expected at most ${callsMax} calls`),
  (value, decode) => pairedCallSteps(callsMax, value, decode),
);

export const callMany = method("trace_callMany", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary: "Executes calls one after the other, each on the state after the previous ones.",
  params: { calls: calls.describe("Pairs of a call and its types, at most 100."), block },
  result: orNull(z.array(replayed)),
  faults: ["refused", "limit"],
  example: { params: [[[exampleCall, ["trace"]]], "latest"], result: [exampleReplayed] },
});

export const rawCall = method("trace_rawTransaction", {
  isHeavy: true,
  summary: "Executes a signed transaction on the newest state, without a broadcast.",
  params: { transaction: rawTransaction.describe("Signed transaction, EIP-2718 form."), types },
  result: replayed,
  faults: ["refused", "limit"],
  example: { params: [exampleRawTransaction, ["trace"]], result: exampleReplayed },
});

export const replayTransaction = method("trace_replayTransaction", {
  isHeavy: true,
  historical: { kind: "transaction", param: "hash" },
  summary: "Executes a mined transaction again and returns its traces and its state changes.",
  params: { hash: hash32.describe("Transaction hash."), types },
  result: orNull(replayed),
  faults: ["limit"],
  example: { params: [exampleTransactionHash, ["trace"]], result: exampleReplayed },
});

export const replayBlockTransactions = method("trace_replayBlockTransactions", {
  isHeavy: true,
  historical: { kind: "block", param: "block" },
  summary: "Executes a block again and returns the traces and state changes of each transaction.",
  params: {
    block: minedRef.describe("Block number, hash, or a tag other than `pending`."),
    types,
  },
  result: orNull(z.array(replayedInBlock)),
  faults: ["limit"],
  example: {
    params: ["latest", ["trace"]],
    result: [{ ...exampleReplayed, transactionHash: exampleTransactionHash }],
  },
});
