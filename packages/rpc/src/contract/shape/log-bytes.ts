/**
 * Writes many logs as JSON bytes directly from their views, because a query over a hundred thousand
 * logs spends most of its time here. The logs are collected first, which determines the exact
 * length of the text. The text is written in pieces while it is sent. A test compares it to the
 * text of `log`.
 */
import { type LocatedLog, type LogHits, toQuantity } from "@tandem/primitives";
import { JsonBytes } from "../../written-json.js";
import { writerOf } from "../codec/writer.js";
import { type LogExtras, log as logSchema, showLog } from "./log.js";
import { ascii, LogWriter, lengthOf, pieceBytes } from "./log-writer.js";

const writeLog = writerOf(logSchema);

const comma = 0x2c;
const opening = 0x5b;
const closing = 0x5d;

const plainEnd = ascii("]}");

/** Returns the text of a log from the end of its topics on. */
function endOf({ blockTimestamp, removed }: LogExtras): Uint8Array {
  if (blockTimestamp === undefined && removed === undefined) return plainEnd;
  const time =
    blockTimestamp === undefined ? "" : `,"blockTimestamp":"${toQuantity(blockTimestamp)}"`;
  const mark = removed === undefined ? "" : `,"removed":${removed}`;
  return ascii(`]${time}${mark}}`);
}

/** The matches of a block, or a log as text. */
type Part = LogHits | Uint8Array;

/** Collects the logs of one answer, in order. */
export class LogBytes {
  readonly #parts: Part[] = [];
  /** The end of the texts of each part. */
  readonly #ends: Uint8Array[] = [];
  #bytes = 0;
  #count = 0;

  /** Returns the bytes of the text of the logs added so far. */
  get length(): number {
    return 2 + this.#bytes + Math.max(0, this.#count - 1);
  }

  /**
   * Adds the matches of a block.
   * @param extras the members that each of them has beyond the specification's.
   * @throws {RangeError} if the view lacks a transaction because a row is damaged.
   */
  add(hits: LogHits, extras: LogExtras = {}): void {
    const { logs: view, positions } = hits;
    const end = endOf(extras);
    this.#parts.push(hits);
    this.#ends.push(end);
    this.#count += positions.length;
    // Logs are in the order of their transactions: if the last one has its hash, all have.
    const last = positions.at(-1);
    if (last !== undefined) view.transactionHashAt(last);
    let bytes = 0;
    for (let i = 0; i < positions.length; i++) {
      bytes += lengthOf(view, positions[i] as number, end.length);
    }
    this.#bytes += bytes;
  }

  /** Adds a log without a view, received from another node. */
  addLocated(located: LocatedLog, extras: LogExtras = {}): void {
    const text = ascii(writeLog(showLog(located, extras)));
    this.#parts.push(text);
    this.#ends.push(plainEnd);
    this.#count++;
    this.#bytes += text.length;
  }

  /** Returns the array. Nothing can be added afterwards. */
  finish(): JsonBytes {
    const [parts, ends] = [this.#parts, this.#ends];
    const { length } = this;
    return new JsonBytes(length, (isReused) => write(parts, ends, length, isReused));
  }
}

/** @param ends of the texts of each part. @param length the total length in bytes. */
function* write(
  parts: readonly Part[],
  ends: readonly Uint8Array[],
  length: number,
  isReused: boolean,
) {
  const writer = new LogWriter(isReused, Math.min(length, pieceBytes));
  let count = 0;
  writer.byte(opening);
  for (const [i, part] of parts.entries()) {
    if (part instanceof Uint8Array) {
      const full = writer.reserve(1 + part.length);
      if (full !== undefined) yield full;
      if (count++ > 0) writer.byte(comma);
      writer.put(part);
      continue;
    }
    const end = ends[i] ?? plainEnd;
    for (const log of part.positions) {
      const full = writer.reserve(1 + lengthOf(part.logs, log, end.length));
      if (full !== undefined) yield full;
      if (count++ > 0) writer.byte(comma);
      writer.log(part.logs, log, end);
    }
  }
  const full = writer.reserve(1);
  if (full !== undefined) yield full;
  writer.byte(closing);
  yield writer.rest();
}
