/** Reads receipts from the bytes in which they are on disk, and decodes no log before it is asked for. */

import { runSync } from "@tandem/runtime";
import { toBigInt, toNumber } from "../bytes/bytes.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import type { Log } from "./log.js";
import type { Receipt } from "./receipt.js";

/**
 * Decodes receipts but for their logs, each list of which is decoded when it is first read.
 * @param bytes as `storeReceipts` wrote them, not to be changed while the receipts are in use.
 */
export const openReceipts = (bytes: Uint8Array): Receipt[] => runSync(openReceiptsSteps(bytes));

/** Decodes receipts as `openReceipts` does, in steps. */
export function* openReceiptsSteps(bytes: Uint8Array): Generator<void, Receipt[]> {
  const receipts: Receipt[] = [];
  const cursor = new RlpCursor(bytes);
  let cumulativeGasUsed = 0n;
  for (const end = cursor.enter(); cursor.isBefore(end); ) {
    cursor.enter();
    const type = toNumber(cursor.take());
    const isSuccess = cursor.take().length > 0;
    const gasUsed = toBigInt(cursor.take());
    const effectiveGasPrice = toBigInt(cursor.take());
    const contractAddress = cursor.take();
    const logsAt = cursor.end;
    cursor.pass();
    cumulativeGasUsed += gasUsed;
    const created = contractAddress.length > 0 ? { contractAddress } : {};
    const fields = { type, isSuccess, cumulativeGasUsed, gasUsed, effectiveGasPrice, ...created };
    receipts.push(withLogs(fields, bytes, logsAt));
    yield;
  }
  return receipts;
}

function withLogs(fields: Omit<Receipt, "logs">, bytes: Uint8Array, at: number): Receipt {
  let decoded: readonly Log[] | undefined;
  return {
    ...fields,
    get logs() {
      decoded ??= [...logsFrom(new RlpCursor(bytes, at))];
      return decoded;
    },
  };
}

/** Iterates over the logs of a block's receipts. @param bytes as `storeReceipts` wrote them. */
export function* storedLogs(bytes: Uint8Array): Generator<Log, void> {
  const cursor = new RlpCursor(bytes);
  for (const end = cursor.enter(); cursor.isBefore(end); ) {
    cursor.enter();
    for (let member = 0; member < membersBeforeLogs; member++) cursor.pass();
    yield* logsFrom(cursor);
  }
}

/** Members of a stored receipt before its logs. */
const membersBeforeLogs = 5;

/** Iterates over the logs of the list that is next, and passes it. */
function* logsFrom(cursor: RlpCursor): Generator<Log, void> {
  for (const end = cursor.enter(); cursor.isBefore(end); ) {
    cursor.enter();
    const address = cursor.take();
    const topics: Uint8Array[] = [];
    for (const topicsEnd = cursor.enter(); cursor.isBefore(topicsEnd); ) topics.push(cursor.take());
    yield { address, topics, data: cursor.take() };
  }
}
