/** Implements the methods that contract/debug.ts declares. */

import {
  encodeBlock,
  encodeHeaderForHash,
  encodeReceipt,
  type TracerResult,
  toHex,
} from "@tandem/primitives";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { JsonCollector } from "../contract/codec/json-collector.js";
import type * as contract from "../contract/debug.js";
import type { DebuggedTransaction } from "../server/backend/trace-api.js";
import type { Call, Handler } from "./handler.js";
import { addTraced } from "./traced.js";

async function resultText(result: TracerResult | undefined, call: Call) {
  if (result === undefined) return undefined;
  const text = new JsonCollector(call.answerCharactersMax);
  await addTraced(text, result);
  return text.finish();
}

async function blockText(debugged: readonly DebuggedTransaction[] | undefined, call: Call) {
  if (debugged === undefined) return undefined;
  const text = new JsonCollector(call.answerCharactersMax);
  let separator = "[";
  for (const { transactionHash, result } of debugged) {
    if (isSliceOver()) await nextSlice();
    text.add(`${separator}{"txHash":"${toHex(transactionHash)}","result":`);
    await addTraced(text, result);
    text.add("}");
    separator = ",";
  }
  text.add(debugged.length === 0 ? "[]" : "]");
  return text.finish();
}

export const traceTransaction: Handler<typeof contract.traceTransaction> = async (
  node,
  { hash, options },
  call,
) => resultText(await node.debugTransaction(hash, options), call);

export const traceBlockByNumber: Handler<typeof contract.traceBlockByNumber> = async (
  node,
  { block, options },
  call,
) => blockText(await node.debugBlock(block, options), call);

export const traceBlockByHash: Handler<typeof contract.traceBlockByHash> = async (
  node,
  { hash, options },
  call,
) => blockText(await node.debugBlock({ hash }, options), call);

export const traceCall: Handler<typeof contract.traceCall> = async (
  node,
  { call: request, block, options },
  call,
) => {
  const { tracer, overrides, blockOverrides } = options;
  const result = await node.debugCall(request, block, overrides, blockOverrides, tracer);
  return resultText(result, call);
};

export const getRawBlock: Handler<typeof contract.getRawBlock> = async (node, { block: ref }) => {
  const block = await node.block(ref);
  return block && encodeBlock(block);
};

export const getRawHeader: Handler<typeof contract.getRawHeader> = async (node, { block: ref }) => {
  const block = await node.block(ref);
  return block && encodeHeaderForHash(block.header);
};

export const getRawReceipts: Handler<typeof contract.getRawReceipts> = async (node, { block }) =>
  (await node.blockReceipts(block))?.map(({ receipt }) => encodeReceipt(receipt));

export const getRawTransaction: Handler<typeof contract.getRawTransaction> = (node, { hash }) =>
  node.transaction(hash)?.transaction.raw;

export const importBlocks: Handler<typeof contract.importBlocks> = (
  node,
  { blocks, highestBlock },
) => node.importBlocks(blocks, highestBlock ?? undefined);
