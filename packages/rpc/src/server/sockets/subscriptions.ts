/**
 * Sends notifications. The subscriptions of a client get every event in order, in slices between which
 * other work runs and other clients are served. The text of an event is written once for all
 * subscribers.
 */
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { Limits } from "../../limits.js";
import type { BlockReceipts } from "../filters/block-receipts.js";
import type { ChainEvents, PlacedEvent } from "../filters/chain-events.js";
import type { JobScheduler, Steps } from "../filters/job-scheduler.js";
import { notificationHead } from "../request/envelope.js";
import type { Subscription } from "./subscription.js";

function notify({ id, session }: Subscription, result: string): void {
  session.send(`${notificationHead}{"subscription":"${id}","result":${result}}}`);
}

type SetsOf<Member> = Readonly<Record<SubscriptionType, Set<Member>>>;

const emptySets = <Member>(): SetsOf<Member> => ({
  newHeads: new Set(),
  logs: new Set(),
  newPendingTransactions: new Set(),
  syncing: new Set(),
  transactionReceipts: new Set(),
});

/** The subscriptions of one client. */
interface Feed {
  readonly client: string;
  /** Subscriptions in the order in which they began. */
  readonly sets: SetsOf<Subscription>;
  /** Is true while events are being sent. */
  isRunning: boolean;
}

/** The active subscriptions of all sessions. */
export class Subscriptions {
  readonly #events: ChainEvents;
  readonly #slices: JobScheduler;
  readonly #limits: Limits;
  readonly #feeds = new Map<string, Feed>();
  /** The feeds that have a subscription of a type. */
  readonly #feedsOf = emptySets<Feed>();
  #size = 0;
  #fullCount = 0;

  constructor(events: ChainEvents, slices: JobScheduler, limits: Limits) {
    this.#events = events;
    this.#slices = slices;
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns whether a subscription wants whole transactions. */
  get wantsTransactions(): boolean {
    return this.#fullCount > 0;
  }

  has(type: SubscriptionType): boolean {
    return this.#feedsOf[type].size > 0;
  }

  add(subscription: Subscription): void {
    const { type, session } = subscription;
    const client = session.client.id;
    const feed = this.#feeds.get(client) ?? { client, sets: emptySets(), isRunning: false };
    this.#feeds.set(client, feed);
    this.#feedsOf[type].add(feed);
    feed.sets[type].add(subscription);
    subscription.since = this.#events.last.index;
    this.#size++;
    if (subscription.isFull) this.#fullCount++;
  }

  remove(subscription: Subscription): void {
    const feed = this.#feeds.get(subscription.session.client.id);
    const set = feed?.sets[subscription.type];
    if (feed === undefined || !set?.delete(subscription)) return;
    this.#size--;
    if (subscription.isFull) this.#fullCount--;
    if (set.size > 0) return;
    this.#feedsOf[subscription.type].delete(feed);
    const isEmpty = Object.values(feed.sets).every(({ size }) => size === 0);
    if (isEmpty) this.#feeds.delete(feed.client);
  }

  /**
   * Sends newly appended events.
   * @param first the first new event.
   * @param types the types of the new events.
   */
  follow(first: PlacedEvent, types: ReadonlySet<SubscriptionType>): void {
    const jobs: Steps[] = [];
    for (const type of types) {
      for (const feed of this.#feedsOf[type]) {
        if (feed.isRunning) continue;
        feed.isRunning = true;
        jobs.push(this.#send(feed, first));
      }
    }
    if (jobs.length > 0) this.#slices.start(jobs);
  }

  *#send(feed: Feed, first: PlacedEvent): Steps {
    try {
      for (let placed: PlacedEvent | undefined = first; placed; placed = placed.next) {
        // Subscriptions that began later are at the end of the set.
        for (const subscription of feed.sets[placed.event.type]) {
          if (subscription.since >= placed.index) break;
          if (this.#isTooLate(placed)) subscription.session.fallBehind();
          else yield* this.#sendTo(subscription, placed, feed);
        }
      }
    } finally {
      feed.isRunning = false;
    }
  }

  /** Returns whether the client lags behind by more than the events that are kept. */
  #isTooLate(placed: PlacedEvent): boolean {
    return this.#events.bytesAfter(placed) > this.#limits.subscriberLagBytesMax;
  }

  *#sendTo(subscription: Subscription, { event }: PlacedEvent, feed: Feed): Steps {
    if (event.type === "transactionReceipts") {
      yield* this.#sendReceipts(subscription, event.receipts, feed);
      return;
    }
    if (event.type !== "logs") {
      notify(subscription, subscription.isFull ? event.wholeText() : event.text());
      yield;
      return;
    }
    for (const located of yield* event.logs.matching(subscription.filter)) {
      // The subscription may have ended while other work ran.
      if (!feed.sets.logs.has(subscription)) return;
      notify(subscription, event.logs.textOf(located));
      yield;
    }
  }

  *#sendReceipts(subscription: Subscription, receipts: BlockReceipts, feed: Feed): Steps {
    // One message has all of them, which may be more than an answer can have.
    if (receipts.bytes > this.#limits.answerCharactersMax) {
      subscription.session.fallBehind();
      return;
    }
    const text = yield* receipts.textOf(subscription.hashes);
    const isActive = feed.sets.transactionReceipts.has(subscription);
    if (text !== undefined && isActive) notify(subscription, text);
    yield;
  }
}
