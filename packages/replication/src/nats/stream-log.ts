/** Implements the log as a NATS JetStream stream. */
import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import { headers, type MsgHdrs } from "@nats-io/transport-node";
import { linkAbort } from "@tandem/runtime";
import { messageBytesMax } from "../limits.js";
import {
  type Appended,
  type LogBounds,
  type LogEntry,
  LogGap,
  LogMissing,
  type LogRecord,
  LogUnavailable,
  logVersion,
  type MessagePart,
  type ReadRange,
  type ReplicationLog,
} from "../log.js";
import {
  type LogMessage,
  messagesOf,
  RecordAssembler,
  type StoredMessage,
  storedMessage,
} from "../message.js";
import type { Connected } from "./connection.js";
import { consume } from "./consume.js";
import { ensureStream } from "./ensure-stream.js";
import { isApiError, isTooLarge, isWithoutStream } from "./errors.js";
import { untilAnswered, untilStored } from "./retry.js";
import { assertKeepsLog } from "./stream-settings.js";

const header = {
  kind: "Tandem-Kind",
  id: "Tandem-Id",
  epoch: "Tandem-Epoch",
  part: "Tandem-Part",
  version: "Tandem-Version",
};

function headersOf({ kind, id, epoch, part, parts }: LogMessage): MsgHdrs {
  const given = headers();
  given.set(header.kind, kind);
  given.set(header.id, id);
  given.set(header.epoch, `${epoch}`);
  given.set(header.part, `${part}/${parts}`);
  given.set(header.version, `${logVersion}`);
  return given;
}

function messageOf(given: MsgHdrs | undefined, body: Uint8Array, sequence: number): StoredMessage {
  const read = (name: string) => given?.get(name) ?? "";
  const { kind, id, epoch, part, version } = header;
  const texts = { kind: read(kind), id: read(id), epoch: read(epoch), part: read(part) };
  // The client library returns Buffers, whose slice() does not copy, unlike that of a Uint8Array.
  const plain = new Uint8Array(body.buffer, body.byteOffset, body.length);
  return storedMessage({ ...texts, version: read(version) }, plain, sequence);
}

/** Throws an error again, by its kind. */
function throwMissing(error: unknown): never {
  if (!isApiError(error, JetStreamApiCodes.StreamNotFound)) throw error;
  throw new LogMissing("the servers do not have the log any more", { cause: error });
}

/** Has an append repeated until the servers have stored, or dropped, the message that precedes it. */
const stillStoring = () => new LogUnavailable("the servers are storing another message");

/** The names of a log on its servers. */
export interface StreamNames {
  readonly stream: string;
  readonly subject: string;
}

/**
 * Opens the log, and creates it if it does not exist. One that exists keeps its settings.
 * @throws {Fault} `unusable-data` if these do not keep all messages.
 */
export async function openStreamLog(
  connected: Connected,
  names: StreamNames,
  signal: AbortSignal,
): Promise<ReplicationLog> {
  const { manager, replicas } = connected;
  const make = () =>
    ensureStream(manager, {
      name: names.stream,
      subjects: [names.subject],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      deny_delete: true,
      num_replicas: replicas,
    });
  await make();
  const log = new StreamLog(connected, names, make, signal);
  await log.bounds();
  return log;
}

class StreamLog implements ReplicationLog {
  readonly #connected: Connected;
  readonly #names: StreamNames;
  readonly #make: () => Promise<unknown>;
  readonly #signal: AbortSignal;

  constructor(
    connected: Connected,
    names: StreamNames,
    make: () => Promise<unknown>,
    signal: AbortSignal,
  ) {
    this.#connected = connected;
    this.#names = names;
    this.#make = make;
    this.#signal = signal;
  }

  async bounds(): Promise<LogBounds> {
    try {
      return await this.#readBounds();
    } catch (error) {
      if (!isApiError(error, JetStreamApiCodes.StreamNotFound)) throw error;
      // The stream was lost or removed. The sealer fills it again from its own database.
      await this.#make();
      return this.#readBounds();
    }
  }

  async #readBounds(): Promise<LogBounds> {
    const { stream, subject } = this.#names;
    const { created, config, state } = await this.#connected.manager.streams.info(stream);
    assertKeepsLog(config, subject);
    return { identity: created, first: Math.max(1, state.first_seq), last: state.last_seq };
  }

  async append(record: LogRecord, expectedSequence: number): Promise<Appended> {
    let sequence = expectedSequence;
    let mayBeRead = false;
    // Messages are published one by one: if the first is refused, the second could follow another
    // writer's message.
    for (const message of messagesOf(record, messageBytesMax)) {
      const isStored = await this.#appendMessage(message, sequence, () => {
        // Readers pass over a record without its last message.
        mayBeRead = message.part === message.parts - 1;
      });
      if (!isStored) return { status: "fenced", mayBeRead };
      sequence++;
    }
    return { status: "appended", sequence };
  }

  /** @param unanswered is called after an attempt of which nobody knows whether it was stored. */
  #appendMessage(
    message: LogMessage,
    lastSequence: number,
    unanswered: () => void,
  ): Promise<boolean> {
    const { stream } = this.#connected;
    const options = {
      headers: headersOf(message),
      expect: { streamName: this.#names.stream, lastSequence },
    };
    let isInDoubt = false;
    return untilStored(
      this.#connected,
      async () => {
        try {
          await stream.publish(this.#names.subject, message.body, options);
          return true;
        } catch (error) {
          // A lost stream is created again, so that the next attempt is refused.
          if (isWithoutStream(error)) await this.bounds().catch(() => {});
          else if (!(error instanceof JetStreamApiError || isTooLarge(error))) {
            isInDoubt = true;
            unanswered();
          }
          if (!isApiError(error, JetStreamApiCodes.StreamWrongLastSequence)) throw error;
          // Servers refuse a message that follows one which they are storing, as it may be the earlier attempt.
          if (isInDoubt && (await this.bounds()).last === lastSequence) throw stillStoring();
          // An earlier attempt may have been stored although its acknowledgement was lost.
          return this.#isStored(message, lastSequence + 1);
        }
      },
      this.#signal,
    );
  }

  async #isStored({ id, part }: LogMessage, sequence: number): Promise<boolean> {
    const stored = await this.#messageAt(sequence);
    return stored?.id === id && stored.part === part;
  }

  async idAt(sequence: number): Promise<string | undefined> {
    return (await this.#messageAt(sequence))?.id;
  }

  async epochAt(sequence: number): Promise<number | undefined> {
    return (await this.#messageAt(sequence))?.epoch;
  }

  partAt(sequence: number): Promise<MessagePart | undefined> {
    return this.#messageAt(sequence);
  }

  async #messageAt(sequence: number): Promise<StoredMessage | undefined> {
    if (sequence < 1) return undefined;
    const { streams } = this.#connected.manager;
    const found = await streams.getMessage(this.#names.stream, { seq: sequence });
    return found === null ? undefined : messageOf(found.header, found.data, sequence);
  }

  async *read({ signal, ...range }: ReadRange): AsyncIterable<LogEntry> {
    const ending = linkAbort(signal, this.#signal);
    try {
      yield* this.#entries({ ...range, signal: ending.signal });
    } finally {
      ending.release();
    }
  }

  async *#entries(range: ReadRange): AsyncIterable<LogEntry> {
    const { from, to = Number.POSITIVE_INFINITY, signal } = range;
    const assembler = new RecordAssembler();
    let next = from;
    const end = Number.isFinite(to) ? await this.#lastStored(from, to, signal) : to;
    while (next <= end && !signal.aborted) {
      for await (const message of this.#messages(next, signal)) {
        if (message.sequence !== next) await this.#assertBegun(message.sequence, next);
        next = message.sequence + 1;
        const entry = assembler.add(message);
        if (entry !== undefined) yield entry;
        if (next > end) break;
      }
    }
  }

  /** Returns the newest sequence of a range with a message: servers that lost messages at the end count after them. */
  async #lastStored(from: number, to: number, signal: AbortSignal): Promise<number> {
    for (let sequence = to; sequence >= from; sequence--) {
      const isThere = async () => (await this.#messageAt(sequence)) !== undefined;
      const find = async () => {
        if (await isThere()) return true;
        // A server that has just become the leader may not have all messages yet. It does not count them either.
        return (await this.#readBounds()).last < sequence || (await isThere());
      };
      if (await untilAnswered(find, signal).catch(throwMissing)) return sequence;
    }
    return from - 1;
  }

  /** @throws {LogGap} if the log begins after a sequence: otherwise its servers have lost what precedes the found one. */
  async #assertBegun(found: number, next: number): Promise<void> {
    if ((await this.bounds()).first <= next) return;
    throw new LogGap(`the log continues at ${found}, not at ${next}`);
  }

  async purge(below: number): Promise<void> {
    await this.#connected.manager.streams.purge(this.#names.stream, { seq: below });
  }

  /** Yields messages until the servers end the delivery or do not answer. */
  async *#messages(from: number, signal: AbortSignal): AsyncIterable<StoredMessage> {
    const { stream, restored } = this.#connected;
    const place = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from };
    const consumer = await untilAnswered(
      () => stream.consumers.get(this.#names.stream, place),
      signal,
    ).catch(throwMissing);
    for await (const { headers, data, seq } of consume(consumer, restored, signal)) {
      yield messageOf(headers, data, seq);
    }
  }
}
