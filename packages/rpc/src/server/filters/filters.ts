/**
 * Implements filters that collect entries between polls. All connections share them, since they exist
 * for clients without a connection. Each collects every event once and in order, in slices between
 * which other work runs; a poll first processes the events up to now.
 */

import { Fault } from "@tandem/primitives";
import type { Clock } from "@tandem/runtime";
import type { Client } from "../../access/client.js";
import { assertWithin, type Share } from "../../access/share.js";
import type { LogQuery } from "../../backend/chain-api.js";
import { RpcError } from "../../contract/errors.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { FilterRegistry, FilterSubject } from "../../handlers/handler.js";
import type { PlacedEvent } from "./chain-events.js";
import { Collector, type CollectorParts } from "./collector.js";
import type { JobScheduler, Steps } from "./job-scheduler.js";

export interface FilterParts extends CollectorParts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly slices: JobScheduler;
  /** Limits the number of filters. */
  readonly filters: Share;
}

export class Filters implements FilterRegistry {
  /** Filters by id, the least recently used first. */
  readonly #collectors = new Map<string, Collector>();
  readonly #parts: FilterParts;
  /** The number of filters by the type of event they collect. */
  readonly #counts: Record<SubscriptionType, number> = {
    newHeads: 0,
    logs: 0,
    newPendingTransactions: 0,
    syncing: 0,
    transactionReceipts: 0,
  };

  constructor(parts: FilterParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#collectors.size;
  }

  has(type: SubscriptionType): boolean {
    // Every block asks, and usually there is no filter.
    if (this.#counts[type] === 0) return false;
    this.#forgetUnused();
    return this.#counts[type] > 0;
  }

  add(subject: FilterSubject, client: Client): string {
    this.#forgetUnused();
    assertWithin(this.#parts.filters.exceededBy(client));
    const collector = new Collector(subject, client, this.#parts);
    collector.usedMs = this.#parts.clock.now();
    const id = this.#parts.newId();
    this.#collectors.set(id, collector);
    this.#parts.filters.add(client);
    this.#counts[collector.type]++;
    return id;
  }

  typeOf(id: string): SubscriptionType | undefined {
    this.#forgetUnused();
    return this.#collectors.get(id)?.type;
  }

  queryOf(id: string): LogQuery | undefined {
    return this.#use(id).query;
  }

  changes(id: string): string | Promise<string> {
    const { work } = this.#use(id);
    const caughtUp = work && this.#parts.slices.finish(work);
    return caughtUp === undefined ? this.#take(id) : caughtUp.then(() => this.#take(id));
  }

  #take(id: string): string {
    const collector = this.#use(id);
    const entries = collector.take();
    if (entries !== undefined) return `[${entries.join(",")}]`;
    this.#end(id, collector);
    const max = this.#parts.limits.filterEntriesMax;
    throw new Fault({ code: "limit-exceeded", limit: "filter-entries", max });
  }

  remove(id: string): boolean {
    this.#forgetUnused();
    const collector = this.#collectors.get(id);
    if (collector === undefined) return false;
    this.#end(id, collector);
    return true;
  }

  #end(id: string, collector: Collector): void {
    this.#collectors.delete(id);
    this.#counts[collector.type]--;
    this.#parts.filters.give(collector.client);
    collector.end();
  }

  /**
   * Collects newly appended events.
   * @param first the first new event.
   * @param types the types of the new events.
   */
  follow(first: PlacedEvent, types: ReadonlySet<SubscriptionType>): void {
    const jobs: Steps[] = [];
    for (const collector of this.#collectors.values()) {
      if (collector.work !== undefined || !types.has(collector.type)) continue;
      collector.work = collector.collect(first);
      jobs.push(collector.work);
    }
    if (jobs.length > 0) this.#parts.slices.start(jobs);
  }

  /**
   * Finds a filter and marks it as used.
   * @throws {RpcError} -32000 `filter not found`.
   */
  #use(id: string): Collector {
    this.#forgetUnused();
    const collector = this.#collectors.get(id);
    if (collector === undefined) throw new RpcError("filter", "filter not found");
    collector.usedMs = this.#parts.clock.now();
    this.#collectors.delete(id);
    this.#collectors.set(id, collector);
    return collector;
  }

  #forgetUnused(): void {
    const oldestMs = this.#parts.clock.now() - this.#parts.limits.filterIdleMs;
    for (const [id, collector] of this.#collectors) {
      if (collector.usedMs > oldestMs) return;
      this.#end(id, collector);
    }
  }
}
