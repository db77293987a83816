/**
 * A view of a block's logs in the stored form of its receipts: logs are found by offsets, compared
 * and serialized from the bytes. A query over a hundred thousand logs creates no object for any of
 * them.
 */
import { runSync } from "@tandem/runtime";
import type { Address, BlockHash, Bytes, Hash32, TxHash } from "../bytes/brands.js";
import { RlpCursor } from "../rlp/rlp-cursor.js";
import type { LogFilter } from "./filter.js";
import { type LocatedLog, type Log, logsBeforeYield } from "./log.js";

/**
 * Numbers stored per log: offsets and lengths of its parts, its transaction, and the end of its
 * first topic.
 */
const stride = 7;
const addressBytes = 20;
const topicBytes = 32;
const hashBytes = 32;
/** The bytes of a topic with its RLP prefix. */
const topicStep = 1 + topicBytes;

/** Members of a stored receipt before its logs. */
const membersBeforeLogs = 5;

export interface BlockLogsPlace {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly blockTimestamp: number;
  /**
   * Returns the hashes of the block's transactions, 32 bytes each, in order; called once, when the
   * first one is needed.
   */
  readonly transactionHashes: () => Bytes;
}

export class BlockLogsView {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly blockTimestamp: number;
  /** The result of `storeReceipts`. */
  readonly bytes: Uint8Array;
  /** The number of logs in the block. */
  readonly count: number;
  readonly transactionCount: number;
  readonly #transactionHashes: () => Bytes;
  readonly #places: Uint32Array;
  #hashes: Bytes | undefined;

  /** Opens a view, in steps. @param receipts the result of `storeReceipts`. */
  static *openSteps(receipts: Uint8Array, place: BlockLogsPlace): Generator<void, BlockLogsView> {
    return new BlockLogsView(receipts, place, yield* findLogsSteps(receipts));
  }

  /** @param found is not computed again if it is given. */
  constructor(
    receipts: Uint8Array,
    { blockHash, blockNumber, blockTimestamp, transactionHashes }: BlockLogsPlace,
    { places, transactionCount }: FoundLogs = runSync(findLogsSteps(receipts)),
  ) {
    this.blockHash = blockHash;
    this.blockNumber = blockNumber;
    this.blockTimestamp = blockTimestamp;
    this.bytes = receipts;
    this.#transactionHashes = transactionHashes;
    this.#places = Uint32Array.from(places);
    this.transactionCount = transactionCount;
    this.count = this.#places.length / stride;
  }

  addressAt(log: number): number {
    return this.#places[log * stride] as number;
  }
  topicCount(log: number): number {
    return this.#places[log * stride + 2] as number;
  }
  topicAt(log: number, place: number): number {
    return (this.#places[log * stride + 1] as number) + place * topicStep;
  }
  dataAt(log: number): number {
    return this.#places[log * stride + 3] as number;
  }
  dataLength(log: number): number {
    return this.#places[log * stride + 4] as number;
  }
  transactionIndex(log: number): number {
    return this.#places[log * stride + 5] as number;
  }

  /** Returns the hashes of the block's transactions, 32 bytes each. */
  transactionHashes(): Bytes {
    this.#hashes ??= this.#transactionHashes();
    return this.#hashes;
  }

  /**
   * Returns the offset of the hash of a log's transaction in all hashes. @throws {RangeError} for a
   * receipt without its transaction.
   */
  transactionHashAt(log: number): number {
    const at = this.transactionIndex(log) * hashBytes;
    if (at >= this.transactionHashes().length) {
      throw new RangeError("a receipt without its transaction");
    }
    return at;
  }

  /** Returns the hash of a log's transaction. @throws {RangeError} as `transactionHashAt`. */
  transactionHash(log: number): TxHash {
    const at = this.transactionHashAt(log);
    return this.transactionHashes().subarray(at, at + hashBytes);
  }

  /**
   * Returns the indexes of the logs that a filter matches, as `matchesLog` does.
   * @param candidates ascending indexes of the logs to check; all if undefined.
   */
  matching({ addresses, topics }: LogFilter, candidates?: readonly number[]): number[] {
    const { bytes } = this;
    const places = this.#places;
    const found: number[] = [];
    const most = candidates === undefined ? this.count : candidates.length;
    const ends = topics[0]?.map((topic) => endOf(topic, 0));
    // Neighbours often share their address, which is then compared once.
    let address = -1;
    let isWanted = addresses.length === 0;
    for (let i = 0; i < most; i++) {
      const log = candidates === undefined ? i : (candidates[i] as number);
      const at = log * stride;
      if (ends !== undefined && !isOneOf(ends, places[at + 6] as number)) continue;
      if (addresses.length > 0 && places[at] !== address) {
        address = places[at] as number;
        isWanted = isAnyOf(addresses, bytes, address);
      }
      if (!isWanted) continue;
      if (hasTopics(topics, bytes, places[at + 1] as number, places[at + 2] as number)) {
        found.push(log);
      }
    }
    return found;
  }

  /** Decodes a log into an object of its own. */
  located(log: number): LocatedLog {
    const part = (at: number, length: number): Bytes => this.bytes.slice(at, at + length);
    const content: Log = {
      address: part(this.addressAt(log), addressBytes),
      topics: Array.from({ length: this.topicCount(log) }, (_, place) =>
        part(this.topicAt(log, place), topicBytes),
      ),
      data: part(this.dataAt(log), this.dataLength(log)),
    };
    return {
      log: content,
      blockHash: this.blockHash,
      blockNumber: this.blockNumber,
      transactionHash: this.transactionHash(log),
      transactionIndex: this.transactionIndex(log),
      logIndex: log,
    };
  }
}

/** Returns whether topics match. @param at the offset of the first topic. */
function hasTopics(
  wanted: LogFilter["topics"],
  bytes: Uint8Array,
  at: number,
  count: number,
): boolean {
  if (wanted.length > count) return false;
  for (let place = 0; place < wanted.length; place++) {
    const values = wanted[place];
    if (values === undefined) continue;
    if (!isAnyOf(values, bytes, at + place * topicStep)) return false;
  }
  return true;
}

/** Returns whether a number is in the list. The loop is faster than a call of includes(). */
function isOneOf(numbers: readonly number[], number: number): boolean {
  for (let i = 0; i < numbers.length; i++) if (numbers[i] === number) return true;
  return false;
}

/**
 * Returns whether bytes equal any of the values. They are compared from the end, since addresses
 * and numbers are padded at the front.
 */
function isAnyOf(wanted: readonly (Address | Hash32)[], bytes: Uint8Array, at: number): boolean {
  for (let which = 0; which < wanted.length; which++) {
    const value = wanted[which] as Uint8Array;
    if (isSame(value, 0, bytes, at, value.length)) return true;
  }
  return false;
}

function isSame(a: Uint8Array, from: number, b: Uint8Array, at: number, length: number): boolean {
  let i = length - 1;
  while (i >= 0 && a[from + i] === b[at + i]) i--;
  return i < 0;
}

/** Some logs of a block, by their index in it, ascending. */
export interface LogHits {
  readonly logs: BlockLogsView;
  readonly positions: readonly number[];
}

/** Returns the last four bytes of a topic, in which most topics differ, for a single comparison. */
function endOf(bytes: Uint8Array, at: number): number {
  const from = at + topicBytes - 4;
  let end = 0;
  for (let i = from; i < from + 4; i++) end = (end << 8) | (bytes[i] as number);
  return end >>> 0;
}

/** The numbers of all logs, one after the other, and the number of receipts. */
interface FoundLogs {
  readonly places: readonly number[];
  readonly transactionCount: number;
}

function* findLogsSteps(receipts: Uint8Array): Generator<void, FoundLogs> {
  const places: number[] = [];
  let address = -1;
  const cursor = new RlpCursor(receipts);
  const blockEnd = cursor.enter();
  let transactionCount = 0;
  for (; cursor.isBefore(blockEnd); transactionCount++) {
    cursor.enter();
    for (let i = 0; i < membersBeforeLogs; i++) cursor.pass();
    const logsEnd = cursor.enter();
    while (cursor.isBefore(logsEnd)) {
      cursor.enter();
      cursor.pass();
      const { start } = cursor;
      if (address < 0 || !isSame(receipts, address, receipts, start, addressBytes)) address = start;
      cursor.pass();
      const topicCount = (cursor.end - cursor.start) / topicStep;
      const topicAt = cursor.start + 1;
      places.push(address, topicAt, topicCount);
      cursor.pass();
      places.push(cursor.start, cursor.end - cursor.start, transactionCount);
      places.push(topicCount > 0 ? endOf(receipts, topicAt) : 0);
      if (places.length % (stride * logsBeforeYield) === 0) yield;
    }
  }
  return { places, transactionCount };
}
