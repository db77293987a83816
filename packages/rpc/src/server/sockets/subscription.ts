/** Declares an active subscription of a session. */

import type { Client } from "../../access/client.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { PackedFilter, PackedSet } from "../filters/packed-filter.js";

/** The connection whose client has a subscription. */
export interface SubscribedSession {
  readonly client: Client;
  /** Sends a notification. */
  send(text: string): void;
  /** Closes the connection: events are not kept for it any longer. */
  fallBehind(): void;
}

/** The measured memory of a subscription besides its filter, in bytes. */
const subscriptionBytes = 230;

/** Selects what a subscription sends of the events of its type. */
interface PackedSelection {
  readonly filter?: PackedFilter | undefined;
  readonly hashes?: PackedSet | undefined;
  readonly isFull?: boolean | undefined;
}

/** Is a class because there may be hundreds of thousands of instances. */
export class Subscription {
  readonly id: string;
  readonly session: SubscribedSession;
  readonly type: SubscriptionType;
  /** Is undefined for a subscription to every log, and for other types. */
  readonly filter: PackedFilter | undefined;
  /** The hashes of the transactions whose receipts are sent; undefined for all, and for other types. */
  readonly hashes: PackedSet | undefined;
  /** Whether whole transactions are sent instead of their hashes. */
  readonly isFull: boolean;
  /** The index of the newest event when the subscription began. */
  since = 0;

  constructor(
    id: string,
    session: SubscribedSession,
    type: SubscriptionType,
    { filter, hashes, isFull = false }: PackedSelection = {},
  ) {
    this.id = id;
    this.session = session;
    this.type = type;
    this.filter = filter;
    this.hashes = hashes;
    this.isFull = isFull;
  }

  /** Returns the estimated memory in bytes. */
  get bytes(): number {
    return subscriptionBytes + (this.filter?.bytes ?? 0) + (this.hashes?.bytes ?? 0);
  }
}
