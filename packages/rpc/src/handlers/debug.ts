/** Implements the methods that contract/debug.ts declares. */

import {
  type BlockRef,
  encodeBlock,
  encodeReceipt,
  type Receipt,
  type TracerRequest,
  type TracerResult,
  type TxHash,
  toHex,
} from "@tandem/primitives";
import type { ChainApi } from "../backend/chain-api.js";
import type { DebuggedTransaction, TraceApi } from "../backend/trace-api.js";
import { collectArray, JsonCollector } from "../contract/codec/json-collector.js";
import type * as contract from "../contract/debug.js";
import { getRawTransactionByHash } from "./eth/transaction.js";
import type { Call, Handler } from "./handler.js";
import { getRawBlockHeaderByNumber } from "./native.js";
import { addHardhatSteps, hardhatOptions } from "./traces/hardhat-steps.js";
import { addTraced, type TraceLocation } from "./traces/traced.js";
import { inTurn } from "./traces/traced-requests.js";

interface BlockTrace {
  readonly ref: BlockRef;
  readonly options: TracerRequest;
  readonly call: Call;
}

async function resultText(
  result: TracerResult | undefined,
  call: Call,
  place?: TraceLocation | undefined,
) {
  if (result === undefined) return undefined;
  const text = new JsonCollector(call);
  if (result.kind === "steps" && call.errorForm === "hardhat") {
    await addHardhatSteps(text, result.steps);
  } else await addTraced(text, result, place);
  return text.finish();
}

/** Names the client of a script, since each has a share of the threads for scripts. */
const sentBy = (options: TracerRequest, { client }: Call): TracerRequest =>
  options.kind === "script" ? { ...options, clientId: client.id } : options;

/** Hardhat's network traces transactions and calls, but no blocks. */
const recordedFor = (options: TracerRequest, call: Call) =>
  call.errorForm === "hardhat" ? hardhatOptions(options) : sentBy(options, call);

function placeOf(node: ChainApi, transactionHash: TxHash): TraceLocation | undefined {
  const inclusion = node.receipt(transactionHash)?.inclusion;
  if (inclusion === undefined) return undefined;
  const { blockHash, blockNumber, transactionIndex: transactionPosition } = inclusion;
  return { blockHash, blockNumber, transactionHash, transactionPosition };
}

async function blockText(node: ChainApi & TraceApi, { ref, options, call }: BlockTrace) {
  const block = await node.block(ref);
  const blockHash = block?.hash;
  // The block that a tag names may be another one by now.
  const debugged = await node.debugBlock(
    blockHash === undefined ? ref : { hash: blockHash },
    sentBy(options, call),
    call,
  );
  if (debugged === undefined) return undefined;
  const add = async (
    [transactionPosition, { transactionHash, result }]: [number, DebuggedTransaction],
    text: JsonCollector,
  ) => {
    const place = block &&
      blockHash && {
        blockHash,
        blockNumber: block.header.number,
        transactionHash,
        transactionPosition,
      };
    text.add(`{"txHash":"${toHex(transactionHash)}","result":`);
    await addTraced(text, result, place);
    text.add("}");
  };
  return collectArray(debugged.entries(), add, call);
}

export const traceTransaction: Handler<typeof contract.traceTransaction> = inTurn(
  async (node, { hash, options }, call) => {
    const result = await node.debugTransaction(hash, recordedFor(options, call), call);
    return resultText(result, call, placeOf(node, hash));
  },
);

export const traceBlockByNumber: Handler<typeof contract.traceBlockByNumber> = inTurn(
  async (node, { block, options }, call) => blockText(node, { ref: block, options, call }),
);

export const traceBlockByHash: Handler<typeof contract.traceBlockByHash> = inTurn(
  async (node, { hash, options }, call) => blockText(node, { ref: { hash }, options, call }),
);

export const traceCall: Handler<typeof contract.traceCall> = inTurn(
  async (node, { call: request, block, options }, call) => {
    const { tracer, ...changes } = options;
    const called = { request, ref: block, ...changes };
    const result = await node.debugCall(called, recordedFor(tracer, call), call);
    return resultText(result, call);
  },
);

export const getRawBlock: Handler<typeof contract.getRawBlock> = async (node, { block: ref }) => {
  const block = await node.block(ref);
  return block && encodeBlock(block);
};

export const getRawHeader: Handler<typeof contract.getRawHeader> = getRawBlockHeaderByNumber;

export const getRawReceipts: Handler<typeof contract.getRawReceipts> = async (
  node,
  { block },
  call,
) => {
  const receipts = await node.blockReceipts(block);
  return receipts && collectArray(receipts, rawReceiptText, call);
};

const rawReceiptText = ({ receipt }: { readonly receipt: Receipt }) =>
  `"${toHex(encodeReceipt(receipt))}"`;

export const getRawTransaction: Handler<typeof contract.getRawTransaction> =
  getRawTransactionByHash;

export const importBlocks: Handler<typeof contract.importBlocks> = (
  node,
  { blocks, highestBlock },
) => node.importBlocks(blocks, highestBlock ?? undefined);
