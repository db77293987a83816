/** Declares the log to which one writer appends and that any number of readers follow. */

/**
 * The kinds of records:
 * - `epoch`: a sealer took over. From its sequence on, every append of its predecessor fails.
 * - `blocks`: a list of blocks, in the order of their import.
 * - `newer`: a record of a later version of the log. It is never appended; a node that reads it must
 *   not go on, since it would lack what the record says.
 * - `unknown`: a message that is no record. It is never appended, and readers pass it over.
 */
export type RecordKind = "epoch" | "blocks" | "newer" | "unknown";

/** The version of the records of the log. It changes with each change that older nodes cannot read. */
export const logVersion = 1;

/** A record to be appended. */
export interface LogRecord {
  readonly kind: RecordKind;
  /**
   * Identifies the record. A record that is appended again with the same id and sequence is stored
   * once.
   */
  readonly id: string;
  /** The epoch of the sealer that appends it. */
  readonly epoch: number;
  readonly body: Uint8Array;
}

/** A record of the log. */
export interface LogEntry extends LogRecord {
  /** The sequence of the record's last message; the next record follows it. */
  readonly sequence: number;
}

/** The outcome of an append. */
export type Appended =
  | { readonly status: "appended"; readonly sequence: number }
  /**
   * Another writer appended first, or the log was lost; the log does not have the record.
   * `mayBeRead` is true if an attempt had no answer: then a log that was lost since may have had the
   * record, and other nodes may have read it there.
   */
  | { readonly status: "fenced"; readonly mayBeRead: boolean };

export interface LogBounds {
  /** The identity changes when a log is created again under the same name. */
  readonly identity: string;
  /** The sequence of the oldest stored message; above `last` if there is none. */
  readonly first: number;
  /** The sequence of the newest message; 0 for an empty log. */
  readonly last: number;
}

/** The place of a message in its record. */
export interface MessagePart {
  /** The index of the part, from 0. */
  readonly part: number;
  /** The number of parts of the record. */
  readonly parts: number;
}

/** The messages to read. */
export interface ReadRange {
  /** The sequence of the first message. */
  readonly from: number;
  /** Ends the read after this sequence. Without it the reader waits for more. */
  readonly to?: number;
  /** Ends the read without an error. */
  readonly signal: AbortSignal;
}

/**
 * An append-only log. Each message of a record has a sequence, counted from 1. A record that is too
 * large for a message is split into several, which readers join.
 */
export interface ReplicationLog {
  /** @throws {Fault} `unusable-data` if the servers do not keep all messages. */
  bounds(): Promise<LogBounds>;
  /** Returns the id of the record that a message belongs to; undefined if there is no such message. */
  idAt(sequence: number): Promise<string | undefined>;
  /** Returns the epoch of the record that a message belongs to; undefined if there is no such message. */
  epochAt(sequence: number): Promise<number | undefined>;
  /** Returns the place of a message in its record; undefined if there is no such message. */
  partAt(sequence: number): Promise<MessagePart | undefined>;
  /**
   * Appends a record if `expectedSequence` is the last sequence of the log, and resolves when it is
   * stored. It waits while the connection is interrupted, so it is always known whether the log has
   * the record.
   * @throws {LogUnavailable} if the log is closed meanwhile.
   */
  append(record: LogRecord, expectedSequence: number): Promise<Appended>;
  /**
   * Yields the records of a range in order. Incomplete records, and messages within the bounds that damaged servers
   * lost, are skipped: a reader that lacks a block then refuses the next one.
   * @throws {LogGap} if the log begins after the range.
   * @throws {LogMissing} if the servers have lost the whole log.
   */
  read(range: ReadRange): AsyncIterable<LogEntry>;
  /** Removes the messages below a sequence permanently. */
  purge(below: number): Promise<void>;
}

/** Reports that requested records were removed from the log by retention or a loss. */
export class LogGap extends Error {}

/** Reports that the servers do not have the log any more. */
export class LogMissing extends Error {}

/** Reports that the log was closed, or does not answer. */
export class LogUnavailable extends Error {}
