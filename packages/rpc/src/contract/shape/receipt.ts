/**
 * Defines the receipt object of specification section 2. Every block of this chain is after Byzantium, so its receipts
 * always have `status`. On a node that forks another chain, those of its blocks before Byzantium have `root` instead.
 */
import {
  addLogsToBloomSteps,
  bloomOf,
  emptyBloom,
  type Log,
  logCount,
  readLogsSteps,
  type StoredBlock,
} from "@tandem/primitives";
import * as z from "@tandem/schema";
import type { ShownReceipt } from "../../backend/chain-api.js";
import { type AnswerForm, answerForms } from "../answer-form.js";
import { address, bloom, count, hash32, plainCount, quantity } from "../codec/wire.js";
import { orNull, writerOf } from "../codec/writer.js";
import { type LogAnswer, log, logExtras, showLog } from "./log.js";

export const receipt = z
  .object({
    transactionHash: hash32,
    transactionIndex: count,
    blockHash: hash32,
    blockNumber: count,
    /** The Unix seconds of the block, with `--compat anvil`: a JSON number, as there. */
    blockTimestamp: plainCount.optional(),
    contractAddress: orNull(address),
    cumulativeGasUsed: quantity,
    effectiveGasPrice: quantity,
    gasUsed: quantity,
    logs: z.array(log),
    logsBloom: bloom,
    /** 1 is success, 0 is failure. */
    status: count.optional(),
    /** The root of the state after the transaction, where there is no status. */
    root: hash32.optional(),
    from: address,
    to: orNull(address),
    type: count,
  })
  .meta({ id: "Receipt" });
export type ReceiptAnswer = z.output<typeof receipt>;

/** Returns a function that converts one log of a receipt by its index. */
function logConverter({ transaction, inclusion, logsBefore }: ShownReceipt, form: AnswerForm) {
  const { blockHash, blockNumber, transactionIndex } = inclusion;
  const extras = logExtras(form, inclusion.blockTimestamp);
  const place = { blockHash, blockNumber, transactionHash: transaction.hash, transactionIndex };
  return (log: Log, i: number) => showLog({ log, ...place, logIndex: logsBefore + i }, extras);
}

/** Yields the receipts of a block with their positions. */
export function* receiptsOfBlock(block: StoredBlock): Generator<ShownReceipt> {
  const { hash: blockHash, header, receipts, transactions } = block;
  const { number: blockNumber, timestamp: blockTimestamp, minimumGasPrice } = header;
  const place = { blockHash, blockNumber, blockTimestamp, minimumGasPrice };
  let logsBefore = 0;
  for (const [transactionIndex, transaction] of transactions.entries()) {
    const receipt = receipts[transactionIndex];
    if (receipt === undefined) continue;
    yield { transaction, inclusion: { ...place, transactionIndex }, receipt, logsBefore };
    logsBefore += logCount(receipt);
  }
}

/** Yields the logs of a receipt with their positions. */
export function* logsOfReceipt(shown: ShownReceipt, form: AnswerForm): Generator<LogAnswer> {
  const convert = logConverter(shown, form);
  for (const [i, log] of shown.receipt.logs.entries()) yield convert(log, i);
}

/**
 * Converts a receipt to its wire object.
 * @param logs an empty list if they are written separately. @param logsBloom of all of its logs.
 */
export function showReceipt(
  shown: ShownReceipt,
  form: AnswerForm = answerForms.standard,
  logs: LogAnswer[] = shown.receipt.logs.map(logConverter(shown, form)),
  logsBloom: Uint8Array = bloomOf(shown.receipt.logs),
): ReceiptAnswer {
  const { transaction, inclusion, receipt } = shown;
  const { blockHash, blockNumber, blockTimestamp, transactionIndex } = inclusion;
  const isNamed = receipt.isSuccess || form.hasFailedContracts;
  return {
    transactionHash: transaction.hash,
    transactionIndex,
    blockHash,
    blockNumber,
    ...(form.hasBlockTimes ? { blockTimestamp } : {}),
    contractAddress: isNamed ? receipt.contractAddress : undefined,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    effectiveGasPrice: receipt.effectiveGasPrice,
    gasUsed: receipt.gasUsed,
    logs,
    logsBloom,
    status: receipt.isSuccess ? 1 : 0,
    from: transaction.sender,
    to: transaction.fields.to?.bytes,
    type: receipt.type,
  };
}

const writeReceipt = writerOf(receipt);

/** Writes a receipt with an empty list of logs, in steps: its bloom has all of them, which may be tens of thousands. */
export function* receiptWithoutLogsSteps(
  shown: ShownReceipt,
  form: AnswerForm,
): Generator<void, string> {
  const logs = yield* readLogsSteps(shown.receipt);
  const bloom = logs.length === 0 ? emptyBloom : emptyBloom.slice();
  yield* addLogsToBloomSteps(bloom, logs);
  return writeReceipt(showReceipt(shown, form, [], bloom));
}
