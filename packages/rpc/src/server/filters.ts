/**
 * Filters that collect between two questions. All connections share them, since they exist for
 * clients that have none of their own. A change of the head is collected in the order in which
 * subscribers hear of it: removed logs again, newest block first, then the logs of added blocks.
 */
import {
  type BlockRef,
  type Clock,
  Fault,
  type HeadMoved,
  isEqual,
  type SignedTransaction,
  type StoredBlock,
  toHex,
} from "@tandem/primitives";
import { RpcError } from "../contract/errors.js";
import type { FilterBook, FilterSubject } from "../handlers/handler.js";
import type { LogQuery } from "./backend.js";
import type { BlockLogs } from "./block-logs.js";
import type { Limits } from "./limits.js";

interface Collector {
  readonly subject: FilterSubject;
  /** JSON text of each entry since it was last asked for; undefined once there were too many. */
  entries: string[] | undefined;
  characters: number;
  usedMs: number;
}

/** Whether a height may be above or below what was asked for; a tag moves with the chain. */
const isAbove = (height: number, ref: BlockRef) => "number" in ref && height > ref.number;
const isBelow = (height: number, ref: BlockRef) => "number" in ref && height < ref.number;

function isInRange({ header, hash }: StoredBlock, range: LogQuery["range"]): boolean {
  if ("blockHash" in range) return isEqual(hash, range.blockHash);
  return !isBelow(header.number, range.from) && !isAbove(header.number, range.to);
}

const hashText = (hash: Uint8Array) => `"${toHex(hash)}"`;

export class Filters implements FilterBook {
  /** Least recently used first. */
  readonly #collectors = new Map<string, Collector>();
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #newId: () => string;

  constructor(clock: Clock, limits: Limits, newId: () => string) {
    this.#clock = clock;
    this.#limits = limits;
    this.#newId = newId;
  }

  get size(): number {
    return this.#collectors.size;
  }

  add(subject: FilterSubject): string {
    this.#forgetUnused();
    const max = this.#limits.filtersMax;
    if (this.#collectors.size >= max) {
      throw new Fault({ code: "limit-exceeded", limit: "filters", max });
    }
    const id = this.#newId();
    this.#collectors.set(id, { subject, entries: [], characters: 0, usedMs: this.#clock.now() });
    return id;
  }

  subjectOf(id: string): FilterSubject {
    return this.#use(id).subject;
  }

  changes(id: string): string {
    const collector = this.#use(id);
    const { entries } = collector;
    if (entries === undefined) {
      this.#collectors.delete(id);
      const max = this.#limits.filterEntriesMax;
      throw new Fault({ code: "limit-exceeded", limit: "filter-entries", max });
    }
    collector.entries = [];
    collector.characters = 0;
    return `[${entries.join(",")}]`;
  }

  remove(id: string): boolean {
    this.#forgetUnused();
    return this.#collectors.delete(id);
  }

  /** @param logs those of the event. */
  headMoved({ added, wentBackTo }: HeadMoved, logs: readonly BlockLogs[]): void {
    this.#forgetUnused();
    if (this.#collectors.size === 0) return;
    for (const ofBlock of logs) this.#collectLogs(ofBlock);
    for (const { hash } of added) this.#collect("blocks", hashText(hash));
    if (wentBackTo !== undefined) this.#collect("blocks", hashText(wentBackTo.hash));
  }

  pendingTransaction({ hash }: SignedTransaction): void {
    this.#forgetUnused();
    if (this.#collectors.size > 0) this.#collect("pendingTransactions", hashText(hash));
  }

  #collect(kind: FilterSubject["kind"], text: string): void {
    for (const collector of this.#collectors.values()) {
      if (collector.subject.kind === kind) this.#push(collector, text);
    }
  }

  #collectLogs(logs: BlockLogs): void {
    for (const collector of this.#collectors.values()) {
      const { subject } = collector;
      if (subject.kind !== "logs" || !isInRange(logs.block, subject.query.range)) continue;
      for (const located of logs.matching(subject.query.filter)) {
        this.#push(collector, logs.textOf(located));
      }
    }
  }

  /** Nothing is lost silently: a filter with too much is given up, and says so when it is asked. */
  #push(collector: Collector, text: string): void {
    if (collector.entries === undefined) return;
    collector.entries.push(text);
    collector.characters += text.length;
    const { filterEntriesMax, filterCharactersMax } = this.#limits;
    if (collector.entries.length <= filterEntriesMax && collector.characters <= filterCharactersMax)
      return;
    collector.entries = undefined;
  }

  /** @throws {RpcError} -32000 `filter not found`. */
  #use(id: string): Collector {
    this.#forgetUnused();
    const collector = this.#collectors.get(id);
    if (collector === undefined) throw new RpcError("filter", "filter not found");
    collector.usedMs = this.#clock.now();
    this.#collectors.delete(id);
    this.#collectors.set(id, collector);
    return collector;
  }

  #forgetUnused(): void {
    const oldestMs = this.#clock.now() - this.#limits.filterIdleMs;
    for (const [id, { usedMs }] of this.#collectors) {
      if (usedMs > oldestMs) return;
      this.#collectors.delete(id);
    }
  }
}
