/** Declares the log that one writer appends to and any number of readers follow. */

/**
 * The kinds of records:
 * - `epoch`: a sealer took over. From its sequence on, every append of its predecessor fails.
 * - `blocks`: a list of blocks, in the order in which they are to be imported.
 */
export type RecordKind = "epoch" | "blocks";

/** A record to be appended. */
export interface LogRecord {
  readonly kind: RecordKind;
  /** Identifies the record: one that is appended again under the same id and sequence is stored once. */
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
  /** Another writer was quicker; nothing of the record counts. */
  | { readonly status: "fenced" };

export interface LogBounds {
  /** Differs for a log that was made anew under the same name. */
  readonly identity: string;
  /** The sequence of the oldest message kept; above `last` if there is none. */
  readonly first: number;
  /** The sequence of the newest message; 0 for an empty log. */
  readonly last: number;
}

/** The messages to read. */
export interface ReadRange {
  /** The sequence of the first message. */
  readonly from: number;
  /** Ends the reading after this sequence; without it the reader waits for more. */
  readonly to?: number;
  /** Ends the reading, without an error. */
  readonly signal: AbortSignal;
}

/**
 * An append-only log. Each message of a record has a sequence, counted from 1. A record that is too large for a
 * message is several of them, which readers put together.
 */
export interface ReplicationLog {
  bounds(): Promise<LogBounds>;
  /** Returns the id of the record that a message belongs to; undefined if there is no such message. */
  idAt(sequence: number): Promise<string | undefined>;
  /**
   * Appends a record if `expectedSequence` is the last sequence of the log, and resolves when it is stored. An
   * interrupted connection is waited for: the outcome is never unknown.
   * @throws {LogUnavailable} when the log is closed meanwhile.
   */
  append(record: LogRecord, expectedSequence: number): Promise<Appended>;
  /**
   * Yields the records of a range in order. What a writer left unfinished is passed over.
   * @throws {LogGap} when messages of the range are not kept any more.
   */
  read(range: ReadRange): AsyncIterable<LogEntry>;
  /** Removes the messages below a sequence for good. */
  purge(below: number): Promise<void>;
}

/** Reports that records were asked for that retention or a loss removed from the log. */
export class LogGap extends Error {}

/** Reports that the log was closed, or does not answer. */
export class LogUnavailable extends Error {}
