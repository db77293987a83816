/**
 * Notifications. One change of the head becomes, in this order: the logs of removed blocks again
 * with `removed` true (newest block first), the logs of added blocks, and a head for each added
 * block. Every event is written once, whoever listens.
 */
import type { HeadMoved, LocatedLog, LogFilter, StoredBlock } from "@tandem/primitives";
import { matchesLog, mayMatchBloom } from "@tandem/primitives";
import { newHead, showHead } from "../contract/shape/header.js";
import { logsOf, showLog, subscribedLog } from "../contract/shape/log.js";
import { writerOf } from "../contract/writer.js";
import { notificationHead } from "./envelope.js";
import type { Subscription, SubscriptionBook } from "./session.js";

const writeHead = writerOf(newHead);
const writeLog = writerOf(subscribedLog);
const everything: LogFilter = { addresses: [], topics: [] };

function notify({ id, session }: Subscription, result: string): void {
  session.send(`${notificationHead}{"subscription":"${id}","result":${result}}}`);
}

/** Logs of one block, located and written at most once each. */
class BlockLogs {
  readonly #block: StoredBlock;
  readonly #isRemoved: boolean;
  readonly #texts = new Map<LocatedLog, string>();
  #logs: readonly LocatedLog[] | undefined;

  constructor(block: StoredBlock, isRemoved: boolean) {
    this.#block = block;
    this.#isRemoved = isRemoved;
  }

  matching(filter: LogFilter): readonly LocatedLog[] {
    if (!mayMatchBloom(filter, this.#block.header.logsBloom)) return [];
    this.#logs ??= [...logsOf(this.#block)];
    return this.#logs.filter(({ log }) => matchesLog(filter, log));
  }

  textOf(located: LocatedLog): string {
    let text = this.#texts.get(located);
    if (text === undefined) {
      text = writeLog({ ...showLog(located), removed: this.#isRemoved });
      this.#texts.set(located, text);
    }
    return text;
  }
}

export class Subscriptions implements SubscriptionBook {
  readonly #heads = new Set<Subscription>();
  readonly #logs = new Set<Subscription>();

  get size(): number {
    return this.#heads.size + this.#logs.size;
  }

  #setOf({ type }: Subscription): Set<Subscription> {
    return type === "newHeads" ? this.#heads : this.#logs;
  }

  add(subscription: Subscription): void {
    this.#setOf(subscription).add(subscription);
  }

  remove(subscription: Subscription): void {
    this.#setOf(subscription).delete(subscription);
  }

  headMoved({ removed, added }: HeadMoved): void {
    for (const block of removed) this.#sendLogs(new BlockLogs(block, true));
    for (const block of added) this.#sendLogs(new BlockLogs(block, false));
    for (const block of added) this.#sendHead(block);
  }

  #sendLogs(logs: BlockLogs): void {
    for (const subscription of this.#logs) {
      for (const located of logs.matching(subscription.filter ?? everything)) {
        notify(subscription, logs.textOf(located));
      }
    }
  }

  #sendHead(block: StoredBlock): void {
    if (this.#heads.size === 0) return;
    const text = writeHead(showHead(block.header, block.hash));
    for (const subscription of this.#heads) notify(subscription, text);
  }
}
