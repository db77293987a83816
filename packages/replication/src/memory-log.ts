/** Implements the log in memory, for tests and as the model of other implementations. */
import { messageBytesMax } from "./limits.js";
import {
  type Appended,
  type LogBounds,
  type LogEntry,
  LogGap,
  type LogRecord,
  type MessagePart,
  type ReadRange,
  type ReplicationLog,
} from "./log.js";
import { messagesOf, RecordAssembler, type StoredMessage } from "./message.js";
import { Waiters } from "./waiters.js";

/** A log that several writers and readers of one process share. */
export class MemoryLog implements ReplicationLog {
  readonly #messages: StoredMessage[] = [];
  readonly #waiters = new Waiters();
  readonly #bytesMax: number;
  #identity = 1;
  #first = 1;

  constructor(bytesMax = messageBytesMax) {
    this.#bytesMax = bytesMax;
  }

  get #last(): number {
    return this.#first + this.#messages.length - 1;
  }

  get identity(): string {
    return `${this.#identity}`;
  }

  async bounds(): Promise<LogBounds> {
    return { identity: this.identity, first: this.#first, last: this.#last };
  }

  async idAt(sequence: number): Promise<string | undefined> {
    return this.#at(sequence)?.id;
  }

  async epochAt(sequence: number): Promise<number | undefined> {
    return this.#at(sequence)?.epoch;
  }

  async partAt(sequence: number): Promise<MessagePart | undefined> {
    return this.#at(sequence);
  }

  async append(record: LogRecord, expectedSequence: number): Promise<Appended> {
    const parts = messagesOf(record, this.#bytesMax);
    const end = expectedSequence + parts.length;
    if (this.#at(end)?.id === record.id) return { status: "appended", sequence: end };
    if (expectedSequence !== this.#last) return { status: "fenced", mayBeRead: false };
    for (const part of parts) this.#messages.push({ ...part, sequence: this.#last + 1 });
    this.#waiters.wake();
    return { status: "appended", sequence: this.#last };
  }

  async *read({ from, to = Number.POSITIVE_INFINITY, signal }: ReadRange): AsyncIterable<LogEntry> {
    const assembler = new RecordAssembler();
    for (let next = from; next <= to && !signal.aborted; ) {
      if (next < this.#first) throw new LogGap(`the log begins at ${this.#first}, not at ${next}`);
      const message = this.#at(next);
      if (message === undefined) {
        await this.#waiters.next(signal);
        continue;
      }
      next++;
      const entry = assembler.add(message);
      if (entry !== undefined) yield entry;
    }
  }

  async purge(below: number): Promise<void> {
    const kept = this.#messages.filter(({ sequence }) => sequence >= below);
    this.#first = Math.max(this.#first, Math.min(below, this.#last + 1));
    this.#messages.splice(0, this.#messages.length, ...kept);
  }

  /** Removes everything, and starts again with another identity. */
  reset(): void {
    this.#messages.length = 0;
    this.#first = 1;
    this.#identity++;
  }

  /** Removes the messages after a sequence, as servers that did not sync their disks may do. */
  loseAfter(sequence: number): void {
    this.#messages.length = Math.max(0, sequence - this.#first + 1);
  }

  #at(sequence: number): StoredMessage | undefined {
    return this.#messages[sequence - this.#first];
  }
}
