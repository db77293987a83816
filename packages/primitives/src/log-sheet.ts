/**
 * The logs of one block where they stand, in the disk's form of its receipts: found by offsets,
 * compared and shown from the bytes. A query over a hundred thousand logs makes no object for any.
 */
import type { Address, BlockHash, Bytes, Hash32, TxHash } from "./brands.js";
import type { LogFilter } from "./filter.js";
import type { LocatedLog, Log } from "./log.js";
import { RlpCursor } from "./rlp-cursor.js";

/** Numbers kept of a log: where its parts begin, how long they are, whose it is. */
const stride = 6;
const addressBytes = 20;
const topicBytes = 32;
/** A topic and the byte that says how long it is. */
const topicStep = 1 + topicBytes;

/** Members of a stored receipt before its logs. */
const membersBeforeLogs = 5;

export interface SheetPlace {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  /** Of the block's transactions, in order; asked once, when the first log is shown. */
  readonly transactionHashes: () => readonly TxHash[];
}

export class LogSheet {
  readonly blockHash: BlockHash;
  readonly blockNumber: number;
  /** What `storeReceipts` gave. */
  readonly bytes: Uint8Array;
  /** Logs of the block. */
  readonly count: number;
  readonly #transactionHashes: () => readonly TxHash[];
  readonly #places: Uint32Array;
  #hashes: readonly TxHash[] | undefined;

  constructor(receipts: Uint8Array, { blockHash, blockNumber, transactionHashes }: SheetPlace) {
    this.blockHash = blockHash;
    this.blockNumber = blockNumber;
    this.bytes = receipts;
    this.#transactionHashes = transactionHashes;
    this.#places = Uint32Array.from(findLogs(receipts));
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

  /** @throws {RangeError} for a receipt without its transaction. */
  transactionHash(log: number): TxHash {
    this.#hashes ??= this.#transactionHashes();
    const hash = this.#hashes[this.transactionIndex(log)];
    if (hash === undefined) throw new RangeError("a receipt without its transaction");
    return hash;
  }

  /** As `matchesLog`. */
  matches({ addresses, topics }: LogFilter, log: number): boolean {
    if (addresses.length > 0 && !this.#isAnyOf(addresses, this.addressAt(log))) return false;
    const count = this.topicCount(log);
    for (let place = 0; place < topics.length; place++) {
      const wanted = topics[place];
      if (wanted === undefined) continue;
      if (place >= count || !this.#isAnyOf(wanted, this.topicAt(log, place))) return false;
    }
    return true;
  }

  #isAnyOf(wanted: readonly (Address | Hash32)[], at: number): boolean {
    for (const value of wanted) if (this.#isAt(at, value)) return true;
    return false;
  }

  /** What tells values apart is rarely at the front: addresses and numbers are padded there. */
  #isAt(at: number, value: Uint8Array): boolean {
    const { bytes } = this;
    let i = value.length - 1;
    while (i >= 0 && value[i] === bytes[at + i]) i--;
    return i < 0;
  }

  /** A log as an object of its own. */
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

/** Some logs of a block, by their index in it, ascending. */
export interface LogHits {
  readonly sheet: LogSheet;
  readonly positions: readonly number[];
}

function findLogs(receipts: Uint8Array): number[] {
  const places: number[] = [];
  const cursor = new RlpCursor(receipts);
  const blockEnd = cursor.enter();
  for (let transactionIndex = 0; cursor.isBefore(blockEnd); transactionIndex++) {
    cursor.enter();
    for (let i = 0; i < membersBeforeLogs; i++) cursor.pass();
    const logsEnd = cursor.enter();
    while (cursor.isBefore(logsEnd)) {
      cursor.enter();
      cursor.pass();
      const addressAt = cursor.start;
      cursor.pass();
      const topicCount = (cursor.end - cursor.start) / topicStep;
      places.push(addressAt, cursor.start + 1, topicCount);
      cursor.pass();
      places.push(cursor.start, cursor.end - cursor.start, transactionIndex);
    }
  }
  return places;
}
