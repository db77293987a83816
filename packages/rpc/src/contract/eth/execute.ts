/** Declares the methods of specification section 4, "Calls and gas", that change nothing. */
import * as z from "@tandem/schema";
import { blockRef, callBlock } from "../codec/block-ref.js";
import { data, quantity } from "../codec/wire.js";
import { orNull } from "../codec/writer.js";
import { exampleAddress, exampleRecipient } from "../example.js";
import { method } from "../method.js";
import { blockOverrides } from "../shape/call/block-overrides.js";
import { callRequest, stateOverrides } from "../shape/call/call.js";
import { accessList } from "../shape/transaction.js";

const block = callBlock.describe("Block on whose state the call runs.");
const overrides = stateOverrides
  .describe("Account values that differ from the real state during the call.")
  .prefault({});
const changedBlock = blockOverrides
  .describe("Block members that differ from the real block during the call.")
  .prefault({});

export const call = method("eth_call", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary: "Executes a call without a transaction and returns its output.",
  params: { call: callRequest, block, overrides, blockOverrides: changedBlock },
  result: orNull(data),
  faults: ["reverted", "refused"],
  example: { params: [{ to: exampleRecipient, data: "0x18160ddd" }, "latest"], result: "0x" },
});

export const estimateGas = method("eth_estimateGas", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary:
    "Returns the least gas with which the simulated transaction succeeds. Nothing is broadcast.",
  params: {
    call: callRequest,
    block: callBlock
      .optional()
      .describe("Block on whose state the call runs; without it the block after the newest one."),
    overrides,
    blockOverrides: changedBlock,
  },
  result: orNull(quantity),
  faults: ["reverted", "refused"],
  example: {
    params: [{ from: exampleAddress, to: exampleRecipient, value: "0x1" }],
    result: "0x5208",
  },
});

export const createAccessList = method("eth_createAccessList", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary:
    "Returns the accounts and slots a call accesses, and its gas once they are listed (EIP-2930).",
  params: {
    call: callRequest,
    block: blockRef.describe("Block on whose state the call runs.").prefault("latest"),
    overrides,
  },
  result: orNull(z.object({ accessList, error: z.string().optional(), gasUsed: quantity })),
  faults: ["refused"],
  example: {
    params: [{ from: exampleAddress, to: exampleRecipient, data: "0x18160ddd" }],
    result: { accessList: [], gasUsed: "0x52a8" },
  },
});
