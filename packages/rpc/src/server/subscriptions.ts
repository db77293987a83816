/**
 * Notifications. One change of the head becomes, in this order: the logs of removed blocks again
 * with `removed` true (newest block first), the logs of added blocks, and a head for each added
 * block, or that of the block the chain went back to. Every event is written once, whoever listens.
 */
import type { HeadMoved, LogFilter, SignedTransaction, SyncStatus } from "@tandem/primitives";
import { notifications, type SubscriptionType } from "../contract/eth/subscribe.js";
import { showHead } from "../contract/shape/header.js";
import { showSync } from "../contract/shape/sync.js";
import { writerOf } from "../contract/writer.js";
import type { BlockLogs } from "./block-logs.js";
import { notificationHead } from "./envelope.js";
import type { Subscription, SubscriptionBook } from "./session.js";

const writeHead = writerOf(notifications.newHeads);
const writeHash = writerOf(notifications.newPendingTransactions);
const writeSync = writerOf(notifications.syncing);
const everything: LogFilter = { addresses: [], topics: [] };

function notify({ id, session }: Subscription, result: string): void {
  session.send(`${notificationHead}{"subscription":"${id}","result":${result}}}`);
}

type Sets = Readonly<Record<SubscriptionType, Set<Subscription>>>;

export class Subscriptions implements SubscriptionBook {
  readonly #sets: Sets = {
    newHeads: new Set(),
    logs: new Set(),
    newPendingTransactions: new Set(),
    syncing: new Set(),
  };

  get size(): number {
    return Object.values(this.#sets).reduce((sum, { size }) => sum + size, 0);
  }

  add(subscription: Subscription): void {
    this.#sets[subscription.type].add(subscription);
  }

  remove(subscription: Subscription): void {
    this.#sets[subscription.type].delete(subscription);
  }

  /** @param logs those of the event. */
  headMoved({ added, wentBackTo }: HeadMoved, logs: readonly BlockLogs[]): void {
    for (const ofBlock of logs) this.#sendLogs(ofBlock);
    const heads = wentBackTo === undefined ? added : [wentBackTo];
    for (const { header, hash } of heads) {
      this.#send("newHeads", () => writeHead(showHead(header, hash)));
    }
  }

  pendingTransaction({ hash }: SignedTransaction): void {
    this.#send("newPendingTransactions", () => writeHash(hash));
  }

  syncing(status: SyncStatus | undefined): void {
    this.#send("syncing", () => writeSync(showSync(status)));
  }

  #sendLogs(logs: BlockLogs): void {
    for (const subscription of this.#sets.logs) {
      for (const located of logs.matching(subscription.filter ?? everything)) {
        notify(subscription, logs.textOf(located));
      }
    }
  }

  /** The text is written when somebody wants it. */
  #send(type: SubscriptionType, textOf: () => string): void {
    const subscriptions = this.#sets[type];
    if (subscriptions.size === 0) return;
    const text = textOf();
    for (const subscription of subscriptions) notify(subscription, text);
  }
}
