/** Computes the fields of a header that receipts determine from their stored bytes. */

import { runYielding } from "@tandem/runtime";
import type { Hash32 } from "../bytes/brands.js";
import { concat, fromBigInt, isEqual, toBigInt } from "../bytes/bytes.js";
import { shortLivedBytes } from "../bytes/cut-bytes.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import { itemLength, openList, writeItem } from "../rlp/rlp-list.js";
import { orderedTrieSteps } from "../trie/ordered-trie.js";
import { orderedTrieRootYielding } from "../worker/hashing-thread.js";
import { addToBloom, emptyBloom } from "./bloom.js";
import { logsBeforeYield } from "./log.js";

/** The fields of a header that receipts determine, and the values of the trie whose root it has. */
export interface ReceiptsSummary {
  /** Values of the receipts trie, in order. */
  readonly values: readonly Uint8Array[];
  /** 256 bytes. */
  readonly logsBloom: Uint8Array;
  readonly gasUsed: bigint;
  /** Sum of gas used × effective gas price, in wei. */
  readonly paidFees: bigint;
}

/**
 * Computes the root of the receipts trie, in steps, without decoding a log: a list of logs has the same bytes
 * in the trie form and the stored form, and every other byte is read.
 * @param bytes as `storeReceipts` encoded them.
 * @throws {RangeError} for bytes of another form.
 */
export function* storedReceiptsRootSteps(bytes: Uint8Array): Generator<void, Hash32> {
  const { values } = yield* summarizeReceiptsSteps(bytes);
  return yield* orderedTrieSteps(values.length, (index) => values[index] as Uint8Array);
}

/** The fields of a header that receipts determine, with the root of their trie. */
export interface ReceiptsResult extends Omit<ReceiptsSummary, "values"> {
  readonly receiptsRoot: Hash32;
  /** The number of receipts. */
  readonly count: number;
}

/**
 * Computes these fields from stored receipts, yielding to the event loop.
 * @throws {RangeError} as above.
 */
export async function summarizeReceipts(bytes: Uint8Array): Promise<ReceiptsResult> {
  const { values, ...summary } = await runYielding(summarizeReceiptsSteps(bytes));
  const count = values.length;
  const valueAt = (index: number) => values[index] as Uint8Array;
  return { ...summary, count, receiptsRoot: await orderedTrieRootYielding(count, valueAt) };
}

/** Computes these fields without the root, in steps. @throws {RangeError} as above. */
export function* summarizeReceiptsSteps(bytes: Uint8Array): Generator<void, ReceiptsSummary> {
  const cursor = new RlpCursor(bytes);
  const end = cursor.enter();
  if (end !== bytes.length) throw new RangeError("bytes after the receipts");
  const values: Uint8Array[] = [];
  const summary = new ReceiptsSums();
  while (cursor.isBefore(end)) {
    values.push(yield* summary.addSteps(bytes, cursor));
    yield;
  }
  const { logsBloom, gasUsed, paidFees } = summary;
  return { values, logsBloom, gasUsed, paidFees };
}

/** The sums of receipts that are read one after the other. */
export class ReceiptsSums {
  readonly logsBloom = new Uint8Array(emptyBloom.length);
  gasUsed = 0n;
  paidFees = 0n;

  /**
   * Reads the next receipt, in steps. @param cursor over the bytes. @returns its value in the trie.
   * @throws {RangeError} for bytes of another form.
   */
  *addSteps(bytes: Uint8Array, cursor: RlpCursor): Generator<void, Uint8Array> {
    const receiptEnd = cursor.enter();
    const type = cursor.take();
    const status = cursor.take();
    const gasUsed = toBigInt(cursor.take());
    this.gasUsed += gasUsed;
    this.paidFees += gasUsed * toBigInt(cursor.take());
    // The address of a contract that was created.
    cursor.take();
    const logsAt = cursor.end;
    const bloom = yield* passLogsSteps(cursor);
    cursor.leave(receiptEnd);
    if (bloom !== emptyBloom) addBloom(this.logsBloom, bloom);
    const logs = bytes.subarray(logsAt, receiptEnd);
    return trieForm(type, [status, fromBigInt(this.gasUsed), bloom], logs);
  }
}

function addBloom(sum: Uint8Array, bloom: Uint8Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) | (bloom[i] as number);
}

/** Skips a list of logs, in steps. @returns their bloom, 256 bytes. */
function* passLogsSteps(cursor: RlpCursor): Generator<void, Uint8Array> {
  const end = cursor.enter();
  if (!cursor.isBefore(end)) return emptyBloom;
  const bloom = shortLivedBytes(emptyBloom.length);
  // What the log before had at the same place is in the bloom.
  const before: Uint8Array[] = [];
  const add = (value: Uint8Array, place: number) => {
    const last = before[place];
    if (last !== undefined && isEqual(last, value)) return;
    before[place] = value;
    addToBloom(bloom, value);
  };
  for (let passed = 1; cursor.isBefore(end); passed++) {
    const logEnd = cursor.enter();
    add(cursor.take(), 0);
    const topicsEnd = cursor.enter();
    for (let place = 1; cursor.isBefore(topicsEnd); place++) add(cursor.take(), place);
    cursor.take();
    cursor.leave(logEnd);
    if (passed % logsBeforeYield === 0) yield;
  }
  return bloom;
}

/**
 * Encodes a receipt in EIP-2718 form.
 * @param type empty for a legacy transaction. @param logs RLP of the list of logs.
 */
function trieForm(type: Uint8Array, members: readonly Uint8Array[], logs: Uint8Array): Uint8Array {
  const payload = members.reduce((sum, member) => sum + itemLength(member), logs.length);
  const { out, at } = openList(payload, shortLivedBytes);
  let next = at;
  for (const member of members) next = writeItem(out, next, member);
  out.set(logs, next);
  return type.length === 0 ? out : concat(type, out);
}
