/**
 * JSON of many logs, written as bytes straight from their sheets: a query over a hundred thousand
 * logs spends its time here. The shape is that of `log`, to which a test compares it.
 */
import type { LocatedLog, LogSheet } from "@tandem/primitives";
import { JsonBytes, writerOf } from "../writer.js";
import { log as logSchema, showLog } from "./log.js";

const writeLog = writerOf(logSchema);

/** Bytes of one piece of the text. */
const chunkBytes = 256 * 1024;
/** Bytes a log without data takes at most: its place, its address, four topics, and the names. */
const frameBytes = 1024;
const comma = 0x2c;
const quote = 0x22;

/** Digits of a byte. */
const high = Uint8Array.from({ length: 256 }, (_, byte) => digitOf(byte >> 4));
const low = Uint8Array.from({ length: 256 }, (_, byte) => digitOf(byte & 15));
function digitOf(value: number): number {
  return value.toString(16).charCodeAt(0);
}

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

export class LogBytes {
  readonly #full: Uint8Array[] = [];
  #chunk: Uint8Array = Buffer.allocUnsafe(chunkBytes);
  #at = 0;
  /** Bytes of the pieces that are full. */
  #fullBytes = 0;

  constructor() {
    this.#put(ascii("["));
  }

  /** Bytes so far. */
  get length(): number {
    return this.#fullBytes + this.#at;
  }

  write(sheet: LogSheet, log: number): void {
    const { bytes } = sheet;
    this.#makeRoom(frameBytes + 2 * sheet.dataLength(log));
    if (this.length > 1) this.#byte(comma);
    this.#put(beforeIndex);
    this.#count(log);
    this.#put(beforeTransactionIndex);
    this.#count(sheet.transactionIndex(log));
    this.#put(beforeTransactionHash);
    this.#hex(sheet.transactionHash(log), 0, 32);
    this.#put(beforeBlockHash);
    this.#hex(sheet.blockHash, 0, 32);
    this.#put(beforeBlockNumber);
    this.#count(sheet.blockNumber);
    this.#put(beforeAddress);
    this.#hex(bytes, sheet.addressAt(log), 20);
    this.#put(beforeData);
    this.#hex(bytes, sheet.dataAt(log), sheet.dataLength(log));
    this.#put(beforeTopics);
    for (let place = 0; place < sheet.topicCount(log); place++) {
      if (place > 0) this.#byte(comma);
      this.#put(beforeTopic);
      this.#hex(bytes, sheet.topicAt(log, place), 32);
      this.#byte(quote);
    }
    this.#put(end);
  }

  /** A log that no sheet is of: another node told it. */
  writeLocated(located: LocatedLog): void {
    const text = ascii(writeLog(showLog(located)));
    this.#makeRoom(1 + text.length);
    if (this.length > 1) this.#byte(comma);
    this.#put(text);
  }

  /** The array. Nothing can be written after it. */
  finish(): JsonBytes {
    this.#makeRoom(1);
    this.#put(ascii("]"));
    return new JsonBytes([...this.#full, this.#chunk.subarray(0, this.#at)]);
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#chunk.length) return;
    this.#full.push(this.#chunk.subarray(0, this.#at));
    this.#fullBytes += this.#at;
    this.#chunk = Buffer.allocUnsafe(Math.max(chunkBytes, bytes));
    this.#at = 0;
  }

  #byte(byte: number): void {
    this.#chunk[this.#at++] = byte;
  }

  #put(bytes: Uint8Array): void {
    const chunk = this.#chunk;
    const at = this.#at;
    // Short ones: a call of set() takes longer than the loop.
    for (let i = 0; i < bytes.length; i++) chunk[at + i] = bytes[i] as number;
    this.#at = at + bytes.length;
  }

  /** Digits without leading zeros. */
  #count(value: number): void {
    let scale = 1;
    while (scale * 16 <= value) scale *= 16;
    for (; scale >= 1; scale /= 16) {
      this.#byte(low[Math.floor(value / scale) % 16] as number);
    }
  }

  #hex(bytes: Uint8Array, from: number, length: number): void {
    const chunk = this.#chunk;
    let at = this.#at;
    for (let i = from; i < from + length; i++) {
      const byte = bytes[i] as number;
      chunk[at++] = high[byte] as number;
      chunk[at++] = low[byte] as number;
    }
    this.#at = at;
  }
}
