/** Splits records into messages, and joins messages to records. */
import { recordBytesMax, recordPartsMax } from "./limits.js";
import { type LogEntry, type LogRecord, logVersion, type MessagePart } from "./log.js";

/** A part of a record that fits into one message of the log. */
export interface LogMessage extends LogRecord, MessagePart {}

/** A message with its position in the log. */
export interface StoredMessage extends LogMessage {
  readonly sequence: number;
}

/** The headers of a message as text; empty if it lacks one. */
export interface MessageHeaders {
  readonly kind: string;
  readonly id: string;
  readonly epoch: string;
  /** The index of the part and the number of parts, as in `0/2`. */
  readonly part: string;
  /** The version of the log. Records without one are of version 1. */
  readonly version: string;
}

/**
 * Reads a message. One whose headers are not those of a record, or whose record is larger than any,
 * is of an unknown kind.
 */
export function storedMessage(
  { kind, id, epoch, part, version }: MessageHeaders,
  body: Uint8Array,
  sequence: number,
): StoredMessage {
  const single = { id, epoch: 0, part: 0, parts: 1, body, sequence };
  if (isNewer(version)) return { ...single, kind: "newer" };
  const [, index, count] = /^(\d{1,9})\/(\d{1,9})$/.exec(part) ?? [];
  const isKind = kind === "epoch" || kind === "blocks";
  const isPart = Number(index) < Number(count) && Number(count) <= recordPartsMax;
  if (!isKind || !/^\d{1,15}$/.test(epoch) || !isPart) return { ...single, kind: "unknown" };
  return {
    kind,
    id,
    epoch: Number(epoch),
    part: Number(index),
    parts: Number(count),
    body,
    sequence,
  };
}

const isNewer = (version: string) => /^\d{1,9}$/.test(version) && Number(version) > logVersion;

/** Splits a record into messages of at most `bytesMax` bytes. A record without bytes is one message. */
export function messagesOf(record: LogRecord, bytesMax: number): LogMessage[] {
  const parts = Math.max(1, Math.ceil(record.body.length / bytesMax));
  return Array.from({ length: parts }, (_, part) => {
    const body = record.body.subarray(part * bytesMax, (part + 1) * bytesMax);
    return { ...record, body, part, parts };
  });
}

/** Joins messages to records, in the order of the log. */
export class RecordAssembler {
  readonly #bytesMax: number;
  #parts: StoredMessage[] = [];
  #bytes = 0;

  /** @param bytesMax the bytes above which a record is dropped. */
  constructor(bytesMax = recordBytesMax) {
    this.#bytesMax = bytesMax;
  }

  /** Returns the record that a message completes. An incomplete record is dropped. */
  add(message: StoredMessage): LogEntry | undefined {
    if (message.part === 0) this.#drop();
    this.#bytes += message.body.length;
    // Otherwise the beginning of the record is not in the range, or another writer appended.
    const isNext =
      message.part === this.#parts.length && message.id === (this.#parts[0] ?? message).id;
    if (!isNext || this.#bytes > this.#bytesMax) {
      this.#drop();
      return undefined;
    }
    this.#parts.push(message);
    if (this.#parts.length < message.parts) return undefined;
    const { kind, id, epoch, sequence } = message;
    const bodies = this.#parts.map(({ body }) => body);
    this.#drop();
    const body = bodies.length === 1 ? (bodies[0] as Uint8Array) : concat(bodies);
    return { kind, id, epoch, sequence, body };
  }

  #drop(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
