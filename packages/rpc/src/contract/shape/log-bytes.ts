/**
 * Writes many logs as JSON bytes directly from their views, because a query over a hundred thousand
 * logs spends most of its time here. The logs are collected first, which determines the exact
 * length of the text. The text is written in pieces while it is sent. A test compares it to the
 * text of `log`.
 */
import type { BlockLogsView, LocatedLog, LogHits } from "@tandem/primitives";
import { JsonBytes, writerOf } from "../codec/writer.js";
import { log as logSchema, showLog } from "./log.js";

const writeLog = writerOf(logSchema);

/** The bytes of one piece of the text. A longer log has a piece of its own. */
const pieceBytes = 64 * 1024;
const comma = 0x2c;
const quote = 0x22;
const opening = 0x5b;
const closing = 0x5d;

const digitOf = (value: number) => value.toString(16).charCodeAt(0);
/** Both hex digits of each byte, in one 16-bit word: the first digit is the low byte. */
const digitPairs = Uint16Array.from(
  { length: 256 },
  (_, byte) => digitOf(byte >> 4) | (digitOf(byte & 15) << 8),
);

const ascii = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const beforeIndex = ascii('{"logIndex":"0x');
const beforeTransactionIndex = ascii('","transactionIndex":"0x');
const beforeTransactionHash = ascii('","transactionHash":"0x');
const beforeBlockHash = ascii('","blockHash":"0x');
const beforeBlockNumber = ascii('","blockNumber":"0x');
const beforeAddress = ascii('","address":"0x');
const beforeData = ascii('","data":"0x');
const beforeTopics = ascii('","topics":[');
const beforeTopic = ascii('"0x');
const end = ascii("]}");

/** The number of bytes that are the same in all logs, without commas between topics. */
const namesBytes = [
  beforeIndex,
  beforeTransactionIndex,
  beforeTransactionHash,
  beforeBlockHash,
  beforeBlockNumber,
  beforeAddress,
  beforeData,
  beforeTopics,
  end,
].reduce((sum, { length }) => sum + length, 0);
/** The bytes of the constant parts with two hashes and an address. */
const fixedBytes = namesBytes + 2 * (32 + 32 + 20);
/** The bytes of a topic with its quotes and a comma. */
const topicBytes = beforeTopic.length + 2 * 32 + 2;

/** Numbers below this bound fit into 32 bits, so that their digits need no division. */
const wordBound = 2 ** 32;

/** Returns the number of hex digits without leading zeros. */
function digitsOf(value: number): number {
  if (value >= wordBound) return 8 + digitsOf(Math.floor(value / wordBound));
  return (35 - Math.clz32(value | 1)) >> 2;
}

/** Returns the number of bytes that `LogWriter` writes for a log. */
function lengthOf(view: BlockLogsView, log: number): number {
  const topics = view.topicCount(log);
  return (
    fixedBytes +
    digitsOf(log) +
    digitsOf(view.transactionIndex(log)) +
    digitsOf(view.blockNumber) +
    2 * view.dataLength(log) +
    topics * topicBytes -
    (topics > 0 ? 1 : 0)
  );
}

/** Collects the logs of one answer, in order. */
export class LogBytes {
  /** The matches of a block, or a log as text. */
  readonly #parts: (LogHits | Uint8Array)[] = [];
  #bytes = 0;
  #count = 0;

  /** Returns the bytes of the text of the logs added so far. */
  get length(): number {
    return 2 + this.#bytes + Math.max(0, this.#count - 1);
  }

  /**
   * Adds the matches of a block.
   * @throws {RangeError} if the view lacks a transaction because a row is damaged.
   */
  add(hits: LogHits): void {
    const { logs: view, positions } = hits;
    this.#parts.push(hits);
    this.#count += positions.length;
    // Logs are in the order of their transactions: if the last one has its hash, all have.
    const last = positions.at(-1);
    if (last !== undefined) view.transactionHashAt(last);
    let bytes = 0;
    for (let i = 0; i < positions.length; i++) bytes += lengthOf(view, positions[i] as number);
    this.#bytes += bytes;
  }

  /** Adds a log without a view, received from another node. */
  addLocated(located: LocatedLog): void {
    const text = ascii(writeLog(showLog(located)));
    this.#parts.push(text);
    this.#count++;
    this.#bytes += text.length;
  }

  /** Returns the array. Nothing can be added afterwards. */
  finish(): JsonBytes {
    const parts = this.#parts;
    const { length } = this;
    return new JsonBytes(length, (isReused) => write(parts, length, isReused));
  }
}

/** @param length the total length in bytes. */
function* write(parts: readonly (LogHits | Uint8Array)[], length: number, isReused: boolean) {
  const writer = new LogWriter(isReused, Math.min(length, pieceBytes));
  let count = 0;
  writer.byte(opening);
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      const full = writer.reserve(1 + part.length);
      if (full !== undefined) yield full;
      if (count++ > 0) writer.byte(comma);
      writer.put(part);
      continue;
    }
    for (const log of part.positions) {
      const full = writer.reserve(1 + lengthOf(part.logs, log));
      if (full !== undefined) yield full;
      if (count++ > 0) writer.byte(comma);
      writer.log(part.logs, log);
    }
  }
  const full = writer.reserve(1);
  if (full !== undefined) yield full;
  writer.byte(closing);
  yield writer.rest();
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  new DataView(buffer, byteOffset, length);

class LogWriter {
  readonly #isReused: boolean;
  #piece: Uint8Array;
  #view: DataView;
  #at = 0;
  /**
   * The view and the position of the middle part of the last log, which logs of one transaction share.
   */
  #logs: BlockLogsView | undefined;
  #transactionIndex = 0;
  #from = 0;
  #to = 0;

  /** @param bytes the size of the first piece. */
  constructor(isReused: boolean, bytes: number) {
    this.#isReused = isReused;
    this.#piece = Buffer.allocUnsafe(bytes);
    this.#view = viewOf(this.#piece);
  }

  /** Returns the current piece if `bytes` more do not fit into it, and begins the next one. */
  reserve(bytes: number): Uint8Array | undefined {
    if (this.#at + bytes <= this.#piece.length) return undefined;
    const full = this.rest();
    const isLargeEnough = bytes <= this.#piece.length;
    if (!this.#isReused || !isLargeEnough) {
      this.#piece = Buffer.allocUnsafe(Math.max(pieceBytes, bytes));
      this.#view = viewOf(this.#piece);
    }
    this.#at = 0;
    this.#logs = undefined;
    return full;
  }

  /** Returns the rest of the last piece. */
  rest(): Uint8Array {
    return this.#piece.subarray(0, this.#at);
  }

  log(view: BlockLogsView, log: number): void {
    const { bytes } = view;
    this.put(beforeIndex);
    this.#digits(log);
    this.#middle(view, log);
    this.#hex(bytes, view.addressAt(log), 20);
    this.put(beforeData);
    this.#hex(bytes, view.dataAt(log), view.dataLength(log));
    this.put(beforeTopics);
    for (let place = 0; place < view.topicCount(log); place++) {
      if (place > 0) this.byte(comma);
      this.put(beforeTopic);
      this.#hex(bytes, view.topicAt(log, place), 32);
      this.byte(quote);
    }
    this.put(end);
  }

  byte(byte: number): void {
    this.#piece[this.#at++] = byte;
  }

  put(bytes: Uint8Array): void {
    const piece = this.#piece;
    const at = this.#at;
    // The texts are short: a call of set() takes longer than the loop.
    for (let i = 0; i < bytes.length; i++) piece[at + i] = bytes[i] as number;
    this.#at = at + bytes.length;
  }

  /**
   * Writes the part from the transaction to the name of the address, which all logs of a transaction
   * share.
   */
  #middle(view: BlockLogsView, log: number): void {
    const transactionIndex = view.transactionIndex(log);
    if (view === this.#logs && transactionIndex === this.#transactionIndex) {
      this.#piece.copyWithin(this.#at, this.#from, this.#to);
      this.#at += this.#to - this.#from;
      return;
    }
    this.#logs = view;
    this.#transactionIndex = transactionIndex;
    this.#from = this.#at;
    this.put(beforeTransactionIndex);
    this.#digits(transactionIndex);
    this.put(beforeTransactionHash);
    this.#hex(view.transactionHashes(), view.transactionHashAt(log), 32);
    this.put(beforeBlockHash);
    this.#hex(view.blockHash, 0, 32);
    this.put(beforeBlockNumber);
    this.#digits(view.blockNumber);
    this.put(beforeAddress);
    this.#to = this.#at;
  }

  /** Writes a number in hex without leading zeros. */
  #digits(value: number): void {
    const piece = this.#piece;
    const start = this.#at;
    this.#at += digitsOf(value);
    let rest = value;
    for (let at = this.#at - 1; at >= start; at--) {
      piece[at] = (digitPairs[rest & 15] as number) >> 8;
      rest = rest < wordBound ? rest >>> 4 : Math.floor(rest / 16);
    }
  }

  #hex(bytes: Uint8Array, from: number, length: number): void {
    const view = this.#view;
    const to = from + length;
    let at = this.#at;
    for (let i = from; i < to; i++, at += 2) {
      view.setUint16(at, digitPairs[bytes[i] as number] as number, true);
    }
    this.#at = at;
  }
}
