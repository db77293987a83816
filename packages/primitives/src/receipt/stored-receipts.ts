/** Reads receipts from the bytes in which they are on disk, and decodes no log before it is asked for. */

import { runSync } from "@tandem/runtime";
import type { Address } from "../bytes/brands.js";
import { toBigInt, toNumber } from "../bytes/bytes.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import { type IndexedLog, type Log, logsBeforeYield } from "./log.js";
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
    receipts.push(new OpenedReceipt(fields, bytes, logsAt));
    yield;
  }
  return receipts;
}

/** Returns the number of logs of a receipt. It decodes none. */
export const logCount = (receipt: Receipt): number =>
  receipt instanceof OpenedReceipt ? receipt.countLogs() : receipt.logs.length;

/** Returns the logs of a receipt, which it decodes in steps if they are not decoded. */
export function* readLogsSteps(receipt: Receipt): Generator<void, readonly Log[]> {
  if (receipt instanceof OpenedReceipt) yield* receipt.decodeLogsSteps();
  return receipt.logs;
}

/** The fields of a receipt that are decoded when it is opened. */
type Fields = Omit<Receipt, "logs">;

/**
 * A receipt whose logs are decoded when they are first read. They are no own property: a copy by
 * spreading lacks them. A class is created several times faster than an object with a getter.
 */
class OpenedReceipt implements Receipt {
  readonly type: number;
  readonly isSuccess: boolean;
  readonly cumulativeGasUsed: bigint;
  readonly gasUsed: bigint;
  readonly effectiveGasPrice: bigint;
  declare readonly contractAddress?: Address;
  readonly #bytes: Uint8Array;
  readonly #at: number;
  #logs: readonly Log[] | undefined;
  #count: number | undefined;

  /** @param at offset in the bytes of the RLP list of its logs. */
  constructor(fields: Fields, bytes: Uint8Array, at: number) {
    this.type = fields.type;
    this.isSuccess = fields.isSuccess;
    this.cumulativeGasUsed = fields.cumulativeGasUsed;
    this.gasUsed = fields.gasUsed;
    this.effectiveGasPrice = fields.effectiveGasPrice;
    if (fields.contractAddress !== undefined) this.contractAddress = fields.contractAddress;
    this.#bytes = bytes;
    this.#at = at;
  }

  get logs(): readonly Log[] {
    if (this.#logs === undefined) runSync(this.decodeLogsSteps());
    return this.#logs ?? [];
  }

  countLogs(): number {
    // Reading a receipt counts those of all before it in the block.
    this.#count ??= this.#logs?.length ?? this.#passLogs();
    return this.#count;
  }

  #passLogs(): number {
    const cursor = new RlpCursor(this.#bytes, this.#at);
    let count = 0;
    for (const end = cursor.enter(); cursor.isBefore(end); count++) cursor.pass();
    return count;
  }

  *decodeLogsSteps(): Generator<void, void> {
    if (this.#logs !== undefined) return;
    const logs: Log[] = [];
    for (const log of logsFrom(new RlpCursor(this.#bytes, this.#at))) {
      if (logs.push(log) % logsBeforeYield === 0) yield;
    }
    this.#logs ??= logs;
  }
}

/**
 * Iterates over what the logs of a block's receipts are found by. Equal values mostly are one array.
 * @param bytes as `storeReceipts` wrote them.
 */
export function* storedIndexedLogs(bytes: Uint8Array): Generator<IndexedLog, void> {
  const cursor = new RlpCursor(bytes);
  for (const end = cursor.enter(); cursor.isBefore(end); ) {
    cursor.enter();
    for (let member = 0; member < membersBeforeLogs; member++) cursor.pass();
    for (const logsEnd = cursor.enter(); cursor.isBefore(logsEnd); ) {
      cursor.enter();
      const address = cursor.takeShared();
      const topics: Uint8Array[] = [];
      for (const topicsEnd = cursor.enter(); cursor.isBefore(topicsEnd); ) {
        topics.push(cursor.takeShared());
      }
      cursor.pass();
      yield { address, topics };
    }
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
