/** Forwards events of the node to subscriptions and filters, in the order in which they happen. */
import type { HeadMoved } from "@tandem/primitives";
import type { Clock, Logger } from "@tandem/runtime";
import type { Share } from "../../access/share.js";
import type { Backend } from "../../backend/backend.js";
import type { ErrorForm } from "../../contract/answer-form.js";
import { answerForms } from "../../contract/answer-form.js";
import type { SubscriptionType } from "../../contract/eth/subscribe.js";
import type { Limits } from "../../limits.js";
import {
  type ChainEvent,
  ChainEvents,
  type EventForm,
  ethereumHeadText,
  eventsOf,
  type PlacedEvent,
  pendingEvent,
  standardHeadText,
  syncEvent,
} from "../filters/chain-events.js";
import { Filters } from "../filters/filters.js";
import { JobScheduler, type Scheduler } from "../filters/job-scheduler.js";
import { Subscriptions } from "./subscriptions.js";

export interface AnnouncementParts {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Limits the number of filters, and the bytes that filters and subscriptions hold. */
  readonly shares: { readonly filters: Share; readonly heldBytes: Share };
  /** The event loop's scheduler by default. */
  readonly scheduler?: Scheduler;
  /** With the form of another node, events have more fields than the specification's, as that node's. */
  readonly errorForm?: ErrorForm;
}

export class Announcements {
  readonly subscriptions: Subscriptions;
  readonly filters: Filters;
  readonly #events = new ChainEvents();
  #form: EventForm;

  constructor(parts: AnnouncementParts) {
    const slices = new JobScheduler(
      (error) => parts.logger.error({ error }, "a listener failed"),
      parts.scheduler,
    );
    const events = this.#events;
    const form = answerForms[parts.errorForm ?? "standard"];
    this.#form = { form, headText: standardHeadText };
    this.subscriptions = new Subscriptions(events, slices, parts.limits);
    this.filters = new Filters({ ...parts, ...parts.shares, events, slices });
  }

  /** Returns a function that stops listening. */
  listenTo(
    backend: Pick<Backend, "onHeadMoved" | "onPendingTransaction" | "onSyncing" | "prevRandao">,
  ): () => void {
    const { form } = this.#form;
    if (form.hasEthereumHeads) {
      this.#form = { form, headText: ethereumHeadText((block) => backend.prevRandao(block)) };
    }
    const stops = [
      backend.onHeadMoved((event) => this.headMoved(event)),
      backend.onPendingTransaction((transaction) => {
        if (!this.#isWanted("newPendingTransactions")) return;
        const isWhole = this.subscriptions.wantsTransactions;
        this.#announce([pendingEvent(transaction, isWhole, form)]);
      }),
      backend.onSyncing((status) => {
        if (this.#isWanted("syncing")) this.#announce([syncEvent(status)]);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Announces a change of the head. */
  headMoved(event: HeadMoved): void {
    this.#announce(eventsOf(event, (type) => this.#isWanted(type), this.#form));
  }

  #isWanted(type: SubscriptionType): boolean {
    return this.subscriptions.has(type) || this.filters.has(type);
  }

  #announce(events: readonly ChainEvent[]): void {
    let first: PlacedEvent | undefined;
    const types = new Set<SubscriptionType>();
    for (const event of events) {
      const placed = this.#events.append(event);
      first ??= placed;
      types.add(event.type);
    }
    if (first === undefined) return;
    this.subscriptions.follow(first, types);
    this.filters.follow(first, types);
  }
}
