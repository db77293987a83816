/** Collects the entries of one filter since its last poll. */
import { type BlockHash, type BlockRef, isEqual, type StoredBlock } from "@tandem/primitives";
import type { Client } from "../../access/client.js";
import type { Share } from "../../access/share.js";
import type { LogQuery } from "../../backend/chain-api.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { FilterBeginning, FilterSubject } from "../../handlers/handler.js";
import type { Limits } from "../../limits.js";
import { type ChainEvent, type ChainEvents, hashText, type PlacedEvent } from "./chain-events.js";
import type { Steps } from "./job-scheduler.js";
import { type PackedFilter, packFilter } from "./packed-filter.js";

/** Measured bytes of a filter without its criteria, and of an entry without its text. */
const collectorBytes = 400;
const entryBytes = 40;

const eventTypes = {
  logs: "logs",
  blocks: "newHeads",
  pendingTransactions: "newPendingTransactions",
} as const satisfies Record<FilterSubject["kind"], SubscriptionType>;

/**
 * Returns whether a height is above or below a block reference; a tag moves with the chain and bounds
 * nothing.
 */
const isAbove = (height: number, ref: BlockRef) => "number" in ref && height > ref.number;
const isBelow = (height: number, ref: BlockRef) => "number" in ref && height < ref.number;

function isInRange({ header, hash }: StoredBlock, range: LogQuery["range"]): boolean {
  if ("blockHash" in range) return isEqual(hash, range.blockHash);
  return !isBelow(header.number, range.from) && !isAbove(header.number, range.to);
}

function beginningOf(subject: FilterSubject): FilterBeginning | undefined {
  if (subject.kind === "pendingTransactions" || subject.first === undefined) return undefined;
  if (subject.kind === "logs") return subject.first;
  return { text: hashText(subject.first), head: subject.first };
}

/** Returns the hash of the block that an event adds; undefined for another event. */
function addedBy(event: ChainEvent): Uint8Array | undefined {
  if (event.type === "newHeads") return event.hash;
  const isAdded = event.type === "logs" && !event.logs.isRemoved;
  return isAdded ? event.logs.block.hash : undefined;
}

/** The dependencies of a collector. */
export interface CollectorParts {
  readonly events: ChainEvents;
  readonly limits: Limits;
  /** Limits the bytes that filters and subscriptions hold. */
  readonly heldBytes: Share;
}

export class Collector {
  readonly client: Client;
  readonly type: SubscriptionType;
  /** The time of the last poll. */
  usedMs = 0;
  /** The collection in progress. */
  work: Steps | undefined;
  readonly #parts: CollectorParts;
  readonly #query: { readonly filter: PackedFilter; readonly range: LogQuery["range"] } | undefined;
  readonly #bytes: number;
  /** The index of the newest event when the filter was created. */
  readonly #since: number;
  /** The head that the filter began with, until its first event: that of this head may come later than the filter. */
  #firstHead: BlockHash | undefined;
  /** The JSON text of each entry since the last poll; undefined once there were too many. */
  #entries: string[] | undefined = [];
  #characters = 0;

  /** @throws {Fault} `limit-exceeded` if the filter would take more memory than the limit. */
  constructor(subject: FilterSubject, client: Client, parts: CollectorParts) {
    // The client object of an HTTP request references the request, which ends long before the
    // filter.
    this.client = { id: client.id };
    this.type = eventTypes[subject.kind];
    this.#parts = parts;
    this.#since = parts.events.last.index;
    if (subject.kind === "logs") {
      const { filter, range } = subject.query;
      this.#query = { filter: packFilter(filter, parts.limits), range };
    }
    this.#bytes = collectorBytes + (this.#query?.filter.bytes ?? 0);
    parts.heldBytes.take(client, this.#bytes);
    const beginning = beginningOf(subject);
    this.#firstHead = beginning?.head;
    if (beginning !== undefined && beginning.text !== "") this.#push(beginning.text);
  }

  /** Returns the query of a log filter; undefined for other types. */
  get query(): LogQuery | undefined {
    return this.#query && { filter: this.#query.filter.unpack(), range: this.#query.range };
  }

  /** Returns the entries since the last poll as JSON texts; undefined if there were too many. */
  take(): readonly string[] | undefined {
    const entries = this.#entries;
    if (entries !== undefined) this.#empty([]);
    return entries;
  }

  /** Releases the memory. Nothing is collected afterwards. */
  end(): void {
    this.#empty(undefined);
    this.#parts.heldBytes.give(this.client, this.#bytes);
  }

  /** Collects the events from `first` on that came after the filter was created. */
  *collect(first: PlacedEvent): Steps {
    try {
      for (let placed: PlacedEvent | undefined = first; placed; placed = placed.next) {
        if (this.#entries === undefined) return;
        if (placed.event.type !== this.type || placed.index <= this.#since) continue;
        const { events, limits } = this.#parts;
        const isTooLate = events.bytesAfter(placed) > limits.subscriberLagBytesMax;
        if (isTooLate) this.#empty(undefined);
        else if (!this.#hasBegunWith(placed.event)) yield* this.#collectEvent(placed);
      }
    } finally {
      this.work = undefined;
    }
  }

  /** Returns whether the entries of an event are those that the filter began with. */
  #hasBegunWith(event: ChainEvent): boolean {
    const head = this.#firstHead;
    this.#firstHead = undefined;
    const added = head && addedBy(event);
    return head !== undefined && added !== undefined && isEqual(added, head);
  }

  *#collectEvent({ event }: PlacedEvent): Steps {
    if (event.type === "transactionReceipts") return;
    if (event.type !== "logs") {
      if (event.hash !== undefined) this.#push(hashText(event.hash));
      return;
    }
    if (this.#query === undefined || !isInRange(event.logs.block, this.#query.range)) return;
    for (const located of yield* event.logs.matching(this.#query.filter)) {
      this.#push(event.logs.textOf(located));
      yield;
    }
  }

  /**
   * Adds an entry. If there are too many, all are dropped, and the next poll fails: entries are never
   * lost silently.
   */
  #push(text: string): void {
    if (this.#entries === undefined) return;
    const { limits, heldBytes } = this.#parts;
    const isFull =
      this.#entries.length >= limits.filterEntriesMax ||
      this.#characters + text.length > limits.filterCharactersMax;
    if (isFull || !heldBytes.tryTake(this.client, entryBytes + text.length)) {
      this.#empty(undefined);
      return;
    }
    this.#entries.push(text);
    this.#characters += text.length;
  }

  /** Releases the bytes of the entries. */
  #empty(entries: string[] | undefined): void {
    const count = this.#entries?.length ?? 0;
    this.#parts.heldBytes.give(this.client, count * entryBytes + this.#characters);
    this.#characters = 0;
    this.#entries = entries;
  }
}
