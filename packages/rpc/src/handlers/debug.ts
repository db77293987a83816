/** Handlers of contract/debug.ts. */
import {
  encodeBlock,
  encodeHeaderForHash,
  encodeReceipt,
  type TracerResult,
  toHex,
} from "@tandem/primitives";
import type * as contract from "../contract/debug.js";
import { JsonText } from "../contract/writer.js";
import type { DebuggedTransaction } from "../server/backend.js";
import type { Call, Handler } from "./handler.js";
import { TextBudget, tracedText } from "./traced.js";

function resultText(result: TracerResult | undefined, call: Call): JsonText | undefined {
  return result && new JsonText(tracedText(result, new TextBudget(call.answerCharactersMax)));
}

function blockText(
  debugged: readonly DebuggedTransaction[] | undefined,
  call: Call,
): JsonText | undefined {
  if (debugged === undefined) return undefined;
  const budget = new TextBudget(call.answerCharactersMax);
  const texts = debugged.map(({ transactionHash, result }) => {
    const head = budget.take(`{"txHash":"${toHex(transactionHash)}","result":`);
    return `${head}${tracedText(result, budget)}}`;
  });
  return new JsonText(`[${texts.join(",")}]`);
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
  const { tracer, overrides } = options;
  return resultText(await node.debugCall(request, block, overrides, tracer), call);
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
