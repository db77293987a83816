/** Divides records into messages, and puts messages together again. */
import type { LogEntry, LogRecord } from "./log.js";

/** A part of a record, as large as a message of the log may be. */
export interface LogMessage extends LogRecord {
  /** The index of the part, from 0. */
  readonly part: number;
  /** The number of parts of the record. */
  readonly parts: number;
}

/** A message with its place in the log. */
export interface StoredMessage extends LogMessage {
  readonly sequence: number;
}

/** Identifies a message within the log. */
export const messageId = ({ id, part }: Pick<LogMessage, "id" | "part">): string => `${id}:${part}`;

/** Divides a record into messages of at most `bytesMax` bytes; one without bytes is one message. */
export function messagesOf(record: LogRecord, bytesMax: number): LogMessage[] {
  const parts = Math.max(1, Math.ceil(record.body.length / bytesMax));
  return Array.from({ length: parts }, (_, part) => {
    const body = record.body.subarray(part * bytesMax, (part + 1) * bytesMax);
    return { ...record, body, part, parts };
  });
}

/** Puts the messages of records together, in the order of the log. */
export class RecordAssembler {
  #parts: StoredMessage[] = [];

  /** Returns the record that a message completes. A record whose writer did not finish it is dropped. */
  add(message: StoredMessage): LogEntry | undefined {
    if (message.part === 0) this.#parts = [];
    // The beginning of the record is not in the range that is read, or another writer went on.
    const isNext =
      message.part === this.#parts.length && message.id === (this.#parts[0] ?? message).id;
    if (!isNext) {
      this.#parts = [];
      return undefined;
    }
    this.#parts.push(message);
    if (this.#parts.length < message.parts) return undefined;
    const { kind, id, epoch, sequence } = message;
    const bodies = this.#parts.map(({ body }) => body);
    this.#parts = [];
    const body = bodies.length === 1 ? (bodies[0] as Uint8Array) : concat(bodies);
    return { kind, id, epoch, sequence, body };
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
