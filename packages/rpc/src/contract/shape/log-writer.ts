/** Writes logs of views as the bytes of their JSON text. */
import type { BlockLogsView } from "@tandem/primitives";

/** The bytes of one piece of the text. A longer log has a piece of its own. */
export const pieceBytes: number = 64 * 1024;

const digitOf = (value: number) => value.toString(16).charCodeAt(0);
/** Both hex digits of each byte, in one 16-bit word: the first digit is the low byte. */
const digitPairs = Uint16Array.from(
  { length: 256 },
  (_, byte) => digitOf(byte >> 4) | (digitOf(byte & 15) << 8),
);

export const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const beforeIndex = ascii('{"logIndex":"0x');
const beforeTransactionIndex = ascii('","transactionIndex":"0x');
const beforeTransactionHash = ascii('","transactionHash":"0x');
const beforeBlockHash = ascii('","blockHash":"0x');
const beforeBlockNumber = ascii('","blockNumber":"0x');
const beforeAddress = ascii('","address":"0x');
const beforeData = ascii('","data":"0x');
const beforeTopics = ascii('","topics":[');
const beforeTopic = ascii('"0x');
const afterTopic = ascii('"');
const comma = ascii(",");

/** The number of bytes that are the same in all logs, without commas between topics and without the end. */
const namesBytes = [
  beforeIndex,
  beforeTransactionIndex,
  beforeTransactionHash,
  beforeBlockHash,
  beforeBlockNumber,
  beforeAddress,
  beforeData,
  beforeTopics,
].reduce((sum, { length }) => sum + length, 0);
/** The bytes of the constant parts with two hashes and an address. */
const fixedBytes = namesBytes + 2 * (32 + 32 + 20);
/** The bytes of a topic with its quotes and a comma. */
const topicBytes = beforeTopic.length + 2 * 32 + afterTopic.length + comma.length;

/** Numbers below this bound fit into 32 bits, so that their digits need no division. */
const wordBound = 2 ** 32;

/** Returns the number of hex digits without leading zeros. */
function digitsOf(value: number): number {
  if (value >= wordBound) return 8 + digitsOf(Math.floor(value / wordBound));
  return (35 - Math.clz32(value | 1)) >> 2;
}

/** Returns the number of bytes that `LogWriter` writes for a log with an end of this length. */
export function lengthOf(view: BlockLogsView, log: number, endLength: number): number {
  const topics = view.topicCount(log);
  return (
    fixedBytes +
    digitsOf(log) +
    digitsOf(view.transactionIndex(log)) +
    digitsOf(view.blockNumber) +
    2 * view.dataLength(log) +
    topics * topicBytes -
    (topics > 0 ? comma.length : 0) +
    endLength
  );
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  new DataView(buffer, byteOffset, length);

/** Writes a text. Returns the position after it. */
function put(piece: Uint8Array, start: number, text: Uint8Array): number {
  const { length } = text;
  // The texts are short: a call of set() takes longer than the loop.
  for (let i = 0; i < length; i++) piece[start + i] = text[i] as number;
  return start + length;
}

/** Writes a number in hex without leading zeros. Returns the position after it. */
function putDigits(piece: Uint8Array, start: number, value: number): number {
  const end = start + digitsOf(value);
  let rest = value;
  for (let at = end - 1; at >= start; at--) {
    piece[at] = (digitPairs[rest & 15] as number) >> 8;
    rest = rest < wordBound ? rest >>> 4 : Math.floor(rest / 16);
  }
  return end;
}

/** Writes bytes in hex. Returns the position after them. */
function putHex(
  piece: DataView,
  start: number,
  bytes: Uint8Array,
  from: number,
  length: number,
): number {
  const to = from + length;
  let at = start;
  for (let i = from; i < to; i++, at += 2) {
    piece.setUint16(at, digitPairs[bytes[i] as number] as number, true);
  }
  return at;
}

/** Writes logs into pieces. Positions are local variables, since a field is written for each byte. */
export class LogWriter {
  readonly #isReused: boolean;
  #piece: Uint8Array;
  #view: DataView;
  #at = 0;
  /**
   * The view of the last log, and the position of the part from its transaction to its address,
   * which most logs of a transaction share.
   */
  #logs: BlockLogsView | undefined;
  #transactionIndex = 0;
  #addressAt = 0;
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

  byte(byte: number): void {
    this.#piece[this.#at++] = byte;
  }

  put(bytes: Uint8Array): void {
    this.#at = put(this.#piece, this.#at, bytes);
  }

  /** @param end the text from the end of the topics on. */
  log(logs: BlockLogsView, log: number, end: Uint8Array): void {
    const piece = this.#piece;
    const view = this.#view;
    const { bytes } = logs;
    let at = put(piece, this.#at, beforeIndex);
    at = putDigits(piece, at, log);
    at = this.#middle(at, logs, log);
    at = putHex(view, at, bytes, logs.dataAt(log), logs.dataLength(log));
    at = put(piece, at, beforeTopics);
    const topics = logs.topicCount(log);
    for (let place = 0; place < topics; place++) {
      if (place > 0) at = put(piece, at, comma);
      at = put(piece, at, beforeTopic);
      at = putHex(view, at, bytes, logs.topicAt(log, place), 32);
      at = put(piece, at, afterTopic);
    }
    this.#at = put(piece, at, end);
  }

  /** Writes the part from the transaction to the name of the data. Returns the position after it. */
  #middle(start: number, logs: BlockLogsView, log: number): number {
    const transactionIndex = logs.transactionIndex(log);
    const addressAt = logs.addressAt(log);
    if (
      logs === this.#logs &&
      transactionIndex === this.#transactionIndex &&
      addressAt === this.#addressAt
    ) {
      this.#piece.copyWithin(start, this.#from, this.#to);
      return start + this.#to - this.#from;
    }
    const piece = this.#piece;
    const view = this.#view;
    let at = put(piece, start, beforeTransactionIndex);
    at = putDigits(piece, at, transactionIndex);
    at = put(piece, at, beforeTransactionHash);
    at = putHex(view, at, logs.transactionHashes(), logs.transactionHashAt(log), 32);
    at = put(piece, at, beforeBlockHash);
    at = putHex(view, at, logs.blockHash, 0, 32);
    at = put(piece, at, beforeBlockNumber);
    at = putDigits(piece, at, logs.blockNumber);
    at = put(piece, at, beforeAddress);
    at = putHex(view, at, logs.bytes, addressAt, 20);
    at = put(piece, at, beforeData);
    this.#logs = logs;
    this.#transactionIndex = transactionIndex;
    this.#addressAt = addressAt;
    this.#from = start;
    this.#to = at;
    return at;
  }
}
