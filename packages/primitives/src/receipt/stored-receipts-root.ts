/** Computes the root of a block's receipts from their stored bytes. */

import type { Hash32 } from "../bytes/brands.js";
import { concat, fromBigInt, toBigInt } from "../bytes/bytes.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import { itemLength, openList, writeItem } from "../rlp/rlp-list.js";
import { orderedTrieRoot } from "../trie/ordered-trie.js";
import { addToBloom, emptyBloom } from "./bloom.js";

/**
 * Returns the root of the receipts trie, without decoding a log: a list of logs has the same bytes
 * in the trie form and the stored form, and every other byte is read.
 * @param bytes as `storeReceipts` encoded them.
 * @throws {RangeError} for bytes of another form.
 */
export function storedReceiptsRoot(bytes: Uint8Array): Hash32 {
  const cursor = new RlpCursor(bytes);
  const end = enter(cursor, bytes.length);
  if (end !== bytes.length) throw new RangeError("bytes after the receipts");
  const values: Uint8Array[] = [];
  let cumulativeGasUsed = 0n;
  while (cursor.isBefore(end)) {
    const receiptEnd = enter(cursor, end);
    const type = take(cursor, receiptEnd);
    const status = take(cursor, receiptEnd);
    cumulativeGasUsed += toBigInt(take(cursor, receiptEnd));
    for (const _member of ["effectiveGasPrice", "contractAddress"]) take(cursor, receiptEnd);
    const logsAt = cursor.end;
    const bloom = passLogs(cursor, receiptEnd);
    const logs = bytes.subarray(logsAt, receiptEnd);
    values.push(trieForm(type, [status, fromBigInt(cumulativeGasUsed), bloom], logs));
  }
  return orderedTrieRoot(values);
}

/** Enters a list and returns its end. */
function enter(cursor: RlpCursor, within: number): number {
  const end = cursor.enter();
  if (end > within) throw new RangeError("a list longer than the one around it");
  return end;
}

function take(cursor: RlpCursor, within: number): Uint8Array {
  const item = cursor.take();
  if (cursor.end > within) throw new RangeError("an item longer than its list");
  return item;
}

/**
 * Skips a receipt's list of logs, its last member.
 * @returns their bloom, 256 bytes.
 */
function passLogs(cursor: RlpCursor, receiptEnd: number): Uint8Array {
  const end = enter(cursor, receiptEnd);
  if (end !== receiptEnd) throw new RangeError("bytes after the logs of a receipt");
  if (!cursor.isBefore(end)) return emptyBloom;
  const bloom = new Uint8Array(emptyBloom.length);
  while (cursor.isBefore(end)) {
    const logEnd = enter(cursor, end);
    addToBloom(bloom, take(cursor, logEnd));
    const topicsEnd = enter(cursor, logEnd);
    while (cursor.isBefore(topicsEnd)) addToBloom(bloom, take(cursor, topicsEnd));
    take(cursor, logEnd);
  }
  return bloom;
}

/**
 * Encodes a receipt in EIP-2718 form.
 * @param type empty for a legacy transaction. @param logs RLP of the list of logs.
 */
function trieForm(type: Uint8Array, members: readonly Uint8Array[], logs: Uint8Array): Uint8Array {
  const payload = members.reduce((sum, member) => sum + itemLength(member), logs.length);
  const { out, at } = openList(payload);
  let next = at;
  for (const member of members) next = writeItem(out, next, member);
  out.set(logs, next);
  return type.length === 0 ? out : concat(type, out);
}
