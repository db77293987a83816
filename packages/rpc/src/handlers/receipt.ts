/** Writes receipts, in slices where they have many logs. */
import { logCount, type TxHash } from "@tandem/primitives";
import { runYielding } from "@tandem/runtime";
import type { ChainApi, ShownReceipt } from "../backend/chain-api.js";
import { type AnswerForm, answerFormOf } from "../contract/answer-form.js";
import { JsonCollector } from "../contract/codec/json-collector.js";
import { writerOf } from "../contract/codec/writer.js";
import { log } from "../contract/shape/log.js";
import {
  logsOfReceipt,
  type ReceiptAnswer,
  receipt,
  receiptWithoutLogsSteps,
  showReceipt,
} from "../contract/shape/receipt.js";
import type { JsonBytes, JsonText } from "../written-json.js";
import type { Call } from "./handler.js";

/** Reads a transaction or its receipt once the block is loaded, at once if it is. */
export function onceLoaded<Node extends Pick<ChainApi, "loadTransaction">, Shown>(
  node: Node,
  hash: TxHash,
  read: (node: Node) => Shown,
): Shown | Promise<Shown> {
  const loading = node.loadTransaction(hash);
  return loading === undefined ? read(node) : loading.then(() => read(node));
}

/** The number of a receipt's logs that are written without a yield. */
const logsAtOnceMax = 256;

const writeLog = writerOf(log);
const writeReceipt = writerOf(receipt);

const isShort = ({ receipt }: ShownReceipt) => logCount(receipt) <= logsAtOnceMax;

/**
 * Writes a receipt into a list.
 * @throws {Fault} `limit-exceeded` if the text grows too long.
 */
export function addReceipt(
  shown: ShownReceipt,
  text: JsonCollector,
  form: AnswerForm,
): string | Promise<void> {
  if (isShort(shown)) return writeReceipt(showReceipt(shown, form));
  return addLong(text, shown, form);
}

async function addLong(text: JsonCollector, shown: ShownReceipt, form: AnswerForm): Promise<void> {
  const alone = await runYielding(receiptWithoutLogsSteps(shown, form));
  await text.addWithList(alone, "logs", logsOfReceipt(shown, form), writeLog);
}

/** Converts a receipt to a result. @throws {Fault} as `addReceipt`. */
export const receiptResult = (
  shown: ShownReceipt,
  call: Call,
): ReceiptAnswer | Promise<JsonText | JsonBytes> =>
  isShort(shown) ? showReceipt(shown, answerFormOf(call)) : longResult(shown, call);

async function longResult(shown: ShownReceipt, call: Call): Promise<JsonText | JsonBytes> {
  const text = new JsonCollector(call);
  await addLong(text, shown, answerFormOf(call));
  return text.finish();
}
